"""How much of the time all the workers were at work together; pure."""

from collections.abc import Sequence
from typing import NamedTuple


class Span(NamedTuple):
    """One stretch of work by one kernel thread; nanoseconds since the opening."""

    worker: int
    started: int
    ended: int


def overlap(spans: Sequence[Span], together: int) -> float:
    """The share, from 0 to 1, of the longest worker's span in which `together` spans were open at once.

    With one equal task a worker this is (earliest last end - latest first start) / longest span. One worker
    overlaps with nobody: 0. Where there are more kernel threads than may work at once (a fresh one a task),
    the longest span is the whole extent.
    """
    if together < 2 or not spans:
        return 0.0
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for span in spans:
        first[span.worker] = min(span.started, first.get(span.worker, span.started))
        last[span.worker] = max(span.ended, last.get(span.worker, span.ended))
    if len(first) > together:
        longest = max(last.values()) - min(first.values())
    else:
        longest = max(last[worker] - first[worker] for worker in first)
    return min(1.0, _time_together(spans, together) / longest) if longest else 0.0


def _time_together(spans: Sequence[Span], together: int) -> int:
    """Nanoseconds in which at least `together` spans were open; an end at a start's instant comes first."""
    if together == len(spans):  # the usual case, a task a worker: from the latest start to the earliest end
        return max(0, min(span.ended for span in spans) - max(span.started for span in spans))
    changes = sorted([(span.started, 1) for span in spans] + [(span.ended, -1) for span in spans])
    shared = running = since = 0
    for instant, change in changes:
        if running >= together:
            shared += instant - since
        running, since = running + change, instant
    return shared
