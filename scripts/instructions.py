"""Instructions per unit of work of the native ports: the difference of two runs of different size under callgrind.

    .venv/bin/python scripts/instructions.py [WORKLOAD ...]

Each port (C, C++, Rust, Go; what is not here is left out with its reason) runs twice under valgrind, once with more
units than the other; what a process takes besides its units cancels out. One worker, model serial, no stamps, the
optimised build without this machine's own instructions. The figures in workloads/*/EQUIVALENCE.md come from here.
Counts depend on the compiler and on nothing else: no time is measured, and a busy machine does not matter.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass

from assay.catalogue import Catalogue, load_catalogue
from assay.plan.model import ProbeWork, Variant
from assay.toolchain import resolve

PORTS = {"c": ("posix", "O2"), "cpp": ("std", "O2"), "rust": ("std", "release"), "go": ("std", "")}
LONGEST_S = 600
GO = {"GODEBUG": "asyncpreemptoff=1", "GOGC": "off", "GOMAXPROCS": "1"}
"""Callgrind gives up where a signal arrives in the middle of another; these keep Go's scheduler from sending any."""


@dataclass(frozen=True)
class Sizes:
    """The words of two runs, and how many units more the second one does."""

    unit: str
    less: dict[str, str]
    more: dict[str, str]
    units: int


SIZES = {
    "count": Sizes("count", {"total": "1000000"}, {"total": "3000000"}, 2_000_000),
    "pi": Sizes("term", {"total": "1000000"}, {"total": "3000000"}, 2_000_000),
    "batch": Sizes(
        "step of the recurrence",
        {"unit_us": "1000", "loops_per_us": "1000"},
        {"unit_us": "1000", "loops_per_us": "3000"},
        2_000_000,
    ),
    "empty": Sizes("task, the harness and its check among it", {"tasks": "1000"}, {"tasks": "101000"}, 100_000),
}


def command(catalogue: Catalogue, probe: str, workload: str, words: dict[str, str]) -> tuple[str, ...]:
    """How the port is started; empty, and said why, where it cannot be."""
    implementation, build = PORTS[probe]
    arguments = {"workers": "1", "tasks": "1", "stamps": "none"} | words
    work = ProbeWork(probe, workload, "serial", implementation, build, arguments)
    resolved = resolve([Variant("one", "one", work)], catalogue, lambda sentence: print(sentence, file=sys.stderr))
    for refusal in resolved.missing:
        print(f"{workload:8} {probe:5} left out: {refusal.reason}; install it with: {refusal.remedy}")
    for failure in resolved.failures:
        print(f"{workload:8} {probe:5} left out: {failure.problem.reason}")
    return resolved.commands["one"].argv if "one" in resolved.commands else ()


def instructions(argv: tuple[str, ...]) -> int | None:
    """As callgrind counts them, of all threads; None where the program does not get through under it."""
    valgrind = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
    done = subprocess.run(
        (*valgrind, *argv), env=os.environ | GO, capture_output=True, text=True, timeout=LONGEST_S, check=False
    )
    collected = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    if done.returncode != 0 or '"ok":true' not in done.stdout.replace(" ", "") or collected is None:
        return None
    return int(collected[1])


def tell(catalogue: Catalogue, probe: str, workload: str) -> None:
    """One line: instructions per unit."""
    sizes = SIZES[workload]
    argvs = [command(catalogue, probe, workload, words) for words in (sizes.less, sizes.more)]
    if not all(argvs):
        return
    less, more = (instructions(argv) for argv in argvs)
    if less is None or more is None:
        print(f"{workload:8} {probe:5} left out: it does not get through under valgrind")
        return
    print(f"{workload:8} {probe:5} {(more - less) / sizes.units:8.2f} instructions per {sizes.unit}", flush=True)


def tell_versions(catalogue: Catalogue) -> None:
    works = [ProbeWork(probe, "empty", "serial", way, build, {}) for probe, (way, build) in PORTS.items()]
    resolved = resolve([Variant(work.probe, "", work) for work in works], catalogue, lambda sentence: None)
    for toolchain in resolved.toolchains.values():
        print(f"{toolchain.name} {toolchain.version} {' '.join(toolchain.flags)}")


def main() -> None:
    workloads = sys.argv[1:] or list(SIZES)
    unknown = sorted(set(workloads) - set(SIZES))
    if unknown:
        sys.exit(f"instructions: expected some of {', '.join(SIZES)}, found {', '.join(unknown)}")
    catalogue = load_catalogue()
    tell_versions(catalogue)
    for workload in workloads:
        for probe in PORTS:
            if probe in catalogue.probes:
                tell(catalogue, probe, workload)


if __name__ == "__main__":
    main()
