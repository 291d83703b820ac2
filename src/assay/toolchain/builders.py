"""Builds many probes, two at a time; announced one after the other, in the order they were given."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

from assay.toolchain.build import BuildProblem, Site, build_at, end_builds

BUILDERS = 2
"""More gain little: compilers share memory, and the largest builds use several CPUs by themselves."""

ASK_AGAIN_S = 0.2


def build_all(sites: Sequence[Site], announce: Callable[[str], None]) -> list[Path | BuildProblem]:
    """What came of each, in the same order."""
    work = _Work(sites, announce)
    with ThreadPoolExecutor(BUILDERS) as builders:
        busy = [builders.submit(work.go_on) for _ in range(min(BUILDERS, len(sites)))]
        try:
            for one in busy:
                one.result()
        except BaseException:  # Ctrl-C among them, which compilers do not hear of
            work.stop()
            end_builds()
            while wait(busy, timeout=ASK_AGAIN_S).not_done:  # one may just have been about to begin
                end_builds()
            raise
    return [work.done[number] for number in range(len(sites))]


class _Work:
    """What is still to do; each builder takes the next one and announces it before another can."""

    def __init__(self, sites: Sequence[Site], announce: Callable[[str], None]) -> None:
        self.done: dict[int, Path | BuildProblem] = {}
        self._announce = announce
        self._lock = threading.Lock()
        self._left: Iterator[tuple[int, Site]] = enumerate(sites)

    def go_on(self) -> None:
        """Until nothing is left."""
        while (taken := self._take()) is not None:
            number, site = taken
            self.done[number] = build_at(site)

    def stop(self) -> None:
        """Nothing new is begun."""
        with self._lock:
            self._left = iter(())

    def _take(self) -> tuple[int, Site] | None:
        with self._lock:
            taken = next(self._left, None)
            if taken and taken[1].order.probe.compile and not taken[1].stands:
                self._announce(taken[1].sentence)
            return taken
