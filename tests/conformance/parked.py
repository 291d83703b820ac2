"""Looks at a probe while it stops at its mark."""

import subprocess
from pathlib import Path

from assay.plan.model import Variant
from assay.toolchain import resolve


def cpus_of_parked_threads(laboratory, work):
    """The CPUs that each kernel thread of the probe may use, seen while it waits at its mark."""
    laboratory.start(work)  # builds it, or skips where the toolchain is missing
    argv = resolve([Variant("one", "one", work)], laboratory.catalogue, lambda sentence: None).commands["one"].argv
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as probe:
        assert probe.stdin
        assert probe.stdout
        while b'"kind":"mark"' not in (line := probe.stdout.readline()):
            assert line, "the probe said no mark"
        threads = Path(f"/proc/{probe.pid}/task").iterdir()
        allowed = [allowed_in((thread / "status").read_text()) for thread in threads]
        probe.stdin.write(b"\n")
        probe.stdin.flush()
        probe.stdout.read()
    assert probe.returncode == 0
    return allowed


def allowed_in(status):
    """For example {0, 1, 4} of "Cpus_allowed_list: 0-1,4"."""
    text = next(line.split()[1] for line in status.splitlines() if line.startswith("Cpus_allowed_list:"))
    ranges = [part.split("-") for part in text.split(",")]
    return {cpu for ends in ranges for cpu in range(int(ends[0]), int(ends[-1]) + 1)}
