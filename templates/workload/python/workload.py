"""Counts the numbers up to `total` that 3 or 5 divide; each task takes an equal part. Put your own work here."""

from probe import clear, shared_integers


class Work:
    def __init__(self, total, tasks):
        self.total, self.tasks = total, tasks
        self.found = shared_integers(tasks)  # seen by every thread and process


def prepare(words, tasks, degree):
    return Work(words.integer("total", 1000000, least=1), len(tasks))


def operate(work, task, meter):
    first = work.total * task.index // work.tasks
    last = work.total * (task.index + 1) // work.tasks
    found = 0
    for n in range(first + 1, last + 1):
        if n % 3 == 0 or n % 5 == 0:
            found += 1
    work.found[task.index] = found
    meter.ops += last - first  # units of work done


def check(work):
    expected = work.total // 3 + work.total // 5 - work.total // 15
    found = sum(work.found)
    clear(work.found)  # for the next iteration
    return f"{expected} numbers", f"{found} numbers"
