"""Nothing at all: each task only marks that it was there."""

from probe import shared_integers


def prepare(words, tasks, degree):
    return shared_integers(len(tasks))


def operate(marks, task, meter):
    marks[task.index] += 1
    meter.ops += 1


def check(marks):
    once = sum(mark == 1 for mark in marks)
    marks[:] = [0] * len(marks)
    return f"{len(marks)} tasks done once", f"{once} tasks done once"
