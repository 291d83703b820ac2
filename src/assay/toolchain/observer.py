"""A monitor beside a probe: reads every process's state so often a second, as `top` does, while the probe runs.

Started as a program of its own: observer.py RATE PROGRAM WORDS... . The program has its standard streams, and it ends
as the program ends, with the same status or by the same signal. It knows nothing of Assay and prints nothing.
What it uses of a CPU belongs to the tree that is measured: that is what a monitor costs.
"""

import os
import signal
import sys
import time


def look() -> int:
    """Read the state of every process once; how many there were."""
    seen = 0
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            state = os.open(f"/proc/{entry.name}/stat", os.O_RDONLY)
        except OSError:  # it has ended meanwhile
            continue
        try:
            os.read(state, 4096)
            seen += 1
        except OSError:
            pass
        finally:
            os.close(state)
    return seen


def watch(pid: int, rate: float) -> int:
    """Look until the process has ended; how it did, as the kernel says it."""
    following = time.monotonic()
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return status
        following = max(following + 1 / rate, time.monotonic())
        look()
        left = following - time.monotonic()
        if left > 0:
            signal.sigtimedwait({signal.SIGCHLD}, left)


def end_as(status: int) -> int:
    """The same exit status; the same signal ends this program here."""
    if os.WIFSIGNALED(status):
        deadly = os.WTERMSIG(status)
        if deadly not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(deadly, signal.SIG_DFL)
        os.kill(os.getpid(), deadly)
    return os.waitstatus_to_exitcode(status)


def main() -> int:
    """The words: how often a second, then the program and its own words."""
    rate, program = float(sys.argv[1]), sys.argv[2:]
    pid = os.posix_spawnp(program[0], program, os.environ, setsigdef=(signal.SIGPIPE, signal.SIGXFSZ))  # Python's own
    # Its end must wake the watch at once, so it is waited for as a signal; only now, for a program inherits what is
    # blocked, and the watch first asks whether it has ended meanwhile.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    return end_as(watch(pid, rate))


if __name__ == "__main__":
    raise SystemExit(main())
