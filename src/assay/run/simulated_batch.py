"""When the tasks of a simulated batch start and end, in units of their sizes, under two disciplines."""

import heapq
from collections.abc import Sequence

from msgspec import Struct


class Batch(Struct, frozen=True):
    """Tasks of given sizes, done."""

    sizes: tuple[int, ...]
    started: tuple[float, ...]
    ended: tuple[float, ...]

    @property
    def busy(self) -> float:
        """CPUs kept busy on average."""
        return sum(self.sizes) / max(self.ended)

    def scaled(self, wall_ns: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Starts and ends in nanoseconds, where all of it takes `wall_ns`."""
        unit = wall_ns / max(self.ended)
        started = tuple(int(instant * unit) for instant in self.started)
        return started, tuple(min(wall_ns, int(instant * unit)) for instant in self.ended)


def in_order(sizes: Sequence[int], servers: int) -> Batch:
    """Each task waits for a server and keeps it to its end."""
    free, started = [0.0] * servers, []
    for size in sizes:
        started.append(heapq.heappop(free))
        heapq.heappush(free, started[-1] + size)
    return Batch(tuple(sizes), tuple(started), tuple(start + size for start, size in zip(started, sizes, strict=True)))


def sharing(sizes: Sequence[int], cpus: int) -> Batch:
    """All tasks begin at once and go on at one speed, together as fast as the CPUs."""
    ended, now, done = [0.0] * len(sizes), 0.0, 0
    for left, task in enumerate(sorted(range(len(sizes)), key=lambda task: sizes[task])):
        running = len(sizes) - left
        now += (sizes[task] - done) * max(1.0, running / cpus)
        done = sizes[task]
        ended[task] = now
    return Batch(tuple(sizes), (0.0,) * len(sizes), tuple(ended))
