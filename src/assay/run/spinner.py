"""Counts how often it gets round a loop on one CPU in a window of time; two of these show what two CPUs share.

Started as a program of its own. Each line on standard input is "CPU BEGIN_NS END_NS" (of the monotonic clock); the
answer is "TURNS WALL_NS CPU_NS WAITED_NS". WAITED_NS is the time in which it could have run and another process did,
-1 where the kernel does not say. It knows nothing of Assay and ends with its standard input.
"""

import os
import sys
import time

TURN = range(400)
"""A turn lasts a few microseconds: short beside the window, long beside a reading of the clock."""


def waited_ns() -> int:
    """How long this process was ready to run and did not."""
    try:
        with open("/proc/self/schedstat", encoding="ascii") as said:  # noqa: PTH123  (a start without pathlib is short)
            return int(said.read().split()[1])
    except (OSError, IndexError, ValueError):
        return -1


def spin(begin_ns: int, end_ns: int) -> tuple[int, int, int, int]:
    """Busy already before it begins, so that the CPU has come up to speed."""
    now = time.monotonic_ns
    while now() < begin_ns:
        pass
    waited, used, began, turns = waited_ns(), time.process_time_ns(), now(), 0
    ended = began
    while ended < end_ns:
        for _ in TURN:
            pass
        turns += 1
        ended = now()
    used, after = time.process_time_ns() - used, waited_ns()
    return turns, ended - began, used, after - waited if waited >= 0 else -1


def main() -> int:
    """Line after line."""
    for line in sys.stdin:
        cpu, begin_ns, end_ns = map(int, line.split())
        os.sched_setaffinity(0, {cpu})
        sys.stdout.write("{} {} {} {}\n".format(*spin(begin_ns, end_ns)))
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
