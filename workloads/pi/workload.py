"""Pi as a series: each task sums consecutive terms of 1 - 1/3 + 1/5 - ... , four times which is pi."""

import math

from probe import clear, shared_numbers


class Series:
    """Where each task's terms begin, and what they added up to."""

    def __init__(self, total, tasks):
        self.total, self.sums = total, shared_numbers(tasks)
        self.begins = [total * index // tasks for index in range(tasks + 1)]


def prepare(words, tasks, degree):
    series = Series(words.integer("total", 1_000_000, least=1), len(tasks))
    for task in tasks:
        task.size = series.begins[task.index + 1] - series.begins[task.index]
    return series


def operate(series, task, meter):
    begin, end = series.begins[task.index : task.index + 2]
    sum_of_terms, sign = 0.0, -1.0 if begin % 2 else 1.0
    for divisor in range(2 * begin + 1, 2 * end + 1, 2):
        sum_of_terms += sign / divisor
        sign = -sign
    series.sums[task.index] = sum_of_terms
    meter.ops += end - begin


def check(series):
    # The terms from there on come to 1 / total, nearly: without them nobody would miss the last task's.
    rest, within = (-1 if series.total % 2 else 1) / series.total, 0.25 / series.total**3 + 1e-9
    found = 4 * math.fsum(series.sums) + rest
    off = abs(found - math.pi)
    clear(series.sums)
    expected = f"4 x sum and the rest within {within:.3e} of pi"
    return expected, expected if off <= within else f"4 x sum and the rest = {found:.12f}, off by {off:.3e}"
