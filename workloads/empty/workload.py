"""Nothing at all: each task only marks that it was there."""

from probe import clear, shared_integers


class Marks:
    """How often each task was done."""

    def __init__(self, tasks, steps):
        self.done, self.steps = shared_integers(tasks), steps


def prepare(words, tasks, degree):
    return Marks(len(tasks), words.integer("steps", 1))


def operate(marks, task, meter):
    marks.done[task.index] += 1
    meter.ops += 1


def check(marks):
    right = sum(times == marks.steps for times in marks.done)
    times = "once" if marks.steps == 1 else f"{marks.steps} times"
    expected, found = (f"{tasks} tasks done {times}" for tasks in (len(marks.done), right))
    clear(marks.done)
    return expected, found
