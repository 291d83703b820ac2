"""Words for what a difference goes with: which parts of it are CPU time, and what else changed. Never a cause."""

from collections.abc import Sequence

from assay.analysis.model import Part
from assay.analysis.parts import tells
from assay.units import count_text, of_total_text, time_text

SLACK = 1.05
"""A part may exceed the whole by this factor before "x of the y" would read wrong."""


def goes_with(parts: Sequence[Part]) -> str:
    """One line without its heading; "" where no part can be told from zero."""
    whole = next((part for part in parts if part.name == "wall"), None)
    told = [part for part in parts if part.name != "wall" and tells(part)]
    times = [part for part in told if part.unit == "ns"]
    if whole is None or (not told and not tells(whole)):
        return ""
    words = [_times(whole, times), *map(_count, (part for part in told if part.unit == "count"))]
    if all(part.name != "off-CPU" for part in parts):
        words.append("it runs on several CPUs, so CPU time and elapsed time are not parts of one sum")
    return "; ".join(filter(None, words))


def _times(whole: Part, times: Sequence[Part]) -> str:
    if not times:
        return "no part of the time can be told apart in this many rounds" if tells(whole) else ""
    if tells(whole) and all(_within(part, whole) for part in times):
        return _of_the_whole(times, whole)
    changes = ", ".join(f"{part.name} {_change(part.difference.value)}" for part in times)
    return f"{changes} ({_change(whole.difference.value)} in all)" if tells(whole) else changes


def _within(part: Part, whole: Part) -> bool:
    same_way = part.difference.value * whole.difference.value > 0
    return same_way and abs(part.difference.value) <= SLACK * abs(whole.difference.value)


def _of_the_whole(times: Sequence[Part], whole: Part) -> str:
    """ "7.1 of the 7.4 ms are user CPU, 0.2 system CPU"."""
    first, *others = times
    total = abs(whole.difference.value)
    share, of = of_total_text(abs(first.difference.value), total)
    shares = [f"{of_total_text(abs(part.difference.value), total)[0]} {part.name}" for part in others]
    return ", ".join([f"{share} of the {of} are {first.name}", *shares])


def _change(nanoseconds: float) -> str:
    return f"{time_text(abs(nanoseconds))} {'less' if nanoseconds < 0 else 'more'}"


def _count(part: Part) -> str:
    way = "fewer" if part.difference.value < 0 else "more"
    if round(part.baseline, 1) == round(part.candidate, 1):  # medians alike, yet the rounds differ
        return f"{way} {part.name} (by {count_text(round(abs(part.difference.value), 1))})"
    return f"{way} {part.name} ({count_text(part.baseline)} -> {count_text(part.candidate)})"
