"""Interrupts runs in every way there is, resumes them, and counts what was lost.

    python benchmarks/torture.py --interruptions 1000 --seed 1

Three campaigns: a long simulated study, two commands, and a study whose probe is built by a compiler. Each is
interrupted several times (endurance/kinds.py lists the ways) and then left to end. After every interruption: what the
program was told is safe is in the record, what was in it before is unchanged byte for byte, the plan among it, and no
process is left. In the end every trial is there once, and a simulated run holds the very bytes of one that nobody
interrupted, and its findings. Prints counts for each kind; exits 1 on any fault.
"""

import argparse
import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "src"), str(HERE / "endurance")]

from forked import ASKED_FOR  # noqa: E402
from kinds import KINDS, MOUNTS, mount_small_disk, unmount  # noqa: E402
from site_of import Site  # noqa: E402

from assay.store.reader import RECORDS, read_records  # noqa: E402

MOST_OF_ONE_RUN = {"long": 9, "programs": 5, "built": 4}
ATTEMPTS = 4
"""At an interruption whose moment never comes, before the run is left to end."""
MANY = 100
"""A torture of so many interruptions also cuts a record after each of its bytes; a shorter one, here and there."""
FIRST_TRIAL = 3
"""Before it comes the header, and how the trials are run."""
CAMPAIGNS = ("long", "programs", "built")


@dataclass
class Count:
    """What is added up over all interruptions."""

    kinds: Counter[str] = field(default_factory=Counter)
    runs: int = 0
    lost: int = 0
    changed: int = 0
    plans: int = 0
    left: int = 0
    incomplete: int = 0
    different: int = 0
    wrong_words: int = 0
    cuts: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def interruptions(self) -> int:
        return sum(self.kinds.values())

    def add(self, other: dict[str, Any]) -> None:
        for name, value in other.items():
            mine = getattr(self, name)
            if isinstance(mine, Counter):
                mine.update(value)
            else:
                setattr(self, name, mine + value)

    def __str__(self) -> str:
        width = max(map(len, self.kinds), default=0)
        lines = [f"  {name:<{width}}  {count}" for name, count in sorted(self.kinds.items(), key=lambda one: -one[1])]
        return "\n".join(
            [
                f"{self.interruptions} interruptions of {self.runs} runs",
                *lines,
                f"places at which a record was cut: {self.cuts}",
                f"finished trials lost: {self.lost}",
                f"records changed: {self.changed}",
                f"plans changed: {self.plans}",
                f"interruptions that left a process: {self.left}",
                f"runs that did not complete when resumed: {self.incomplete}",
                f"simulated runs that ended otherwise than one left alone: {self.different}",
                f"ends with another status or other words than they should have: {self.wrong_words}",
            ]
        )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--interruptions", type=int, default=60)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--processes", type=int, default=2, help="runs under torture at a time")
    words.add_argument("--minutes", type=float, default=1e6, help="fewer interruptions then, and it says so")
    words.add_argument("--kind", action="append", choices=list(KINDS), help="only these kinds")
    words.add_argument("--campaign", action="append", choices=list(MOST_OF_ONE_RUN), help="only these campaigns")
    words.add_argument("--part", type=int, help=argparse.SUPPRESS)
    chosen = words.parse_args()
    if chosen.part is not None:
        print(json.dumps(vars(torture(chosen))))
        return
    count = of_all_parts(chosen)
    print(count)
    sys.exit(1 if count.faults else 0)


def of_all_parts(chosen: argparse.Namespace) -> Count:
    """Each part in a process of its own, where possible in a mount namespace of its own."""
    whole, parts = Count(), max(1, min(chosen.processes, chosen.interruptions))
    share = -(-chosen.interruptions // parts)
    started = []
    for part in range(parts):
        aside = [f"--{name}={one}" for name in ("kind", "campaign") for one in getattr(chosen, name) or ()]
        numbers = [f"--interruptions={share}", f"--seed={chosen.seed}", f"--part={part}", f"--minutes={chosen.minutes}"]
        own = [sys.executable, str(Path(__file__).resolve()), *numbers, *aside]
        if can_mount():
            own = ["unshare", "--mount", "--propagation", "private", *own]
        environment = {**os.environ, MOUNTS: "1" if can_mount() else ""}
        started.append(subprocess.Popen(own, stdout=subprocess.PIPE, text=True, env=environment))
    for process in started:
        said, _ = process.communicate()
        if process.returncode:
            sys.exit(f"a part of the torture ended with status {process.returncode}")
        whole.add(json.loads(said))
    return whole


def can_mount() -> bool:
    """Whether small disks can be had: as root, with unshare."""
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        return False
    return subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode == 0


def torture(chosen: argparse.Namespace) -> Count:
    """One part: run after run."""
    draw, count = Random(f"{chosen.seed}/{chosen.part}"), Count()
    began = told = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="assay-torture-") as name:
        base = Path(name)
        make_wall_clock(base)
        for module in ASKED_FOR:
            importlib.import_module(module)
        reference = undisturbed(base)
        while count.interruptions < chosen.interruptions and time.monotonic() - began < 60 * chosen.minutes:
            campaign = draw.choice(
                [one for one in chosen.campaign or CAMPAIGNS if one != "built" or shutil.which("gcc")]
            )
            one_run(base, campaign, draw, chosen, count, reference)
            if time.monotonic() - told > 60:
                told = time.monotonic()
                print(f"{count.interruptions} interruptions, {len(count.faults)} faults", file=sys.stderr, flush=True)
        if chosen.part == 0:
            count.cuts = cut_everywhere(base, reference, count)
    return count


def make_wall_clock(base: Path) -> None:
    """The library that makes wall clocks jump; without a compiler that kind is left out."""
    source = HERE / "endurance" / "wall_clock.c"
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler:
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", base / "wall_clock.so", source, "-ldl"], check=True)


class Reference:
    """The simulated campaign as it is when nobody comes between."""

    def __init__(self, site: Site) -> None:
        self.trials, self.findings = site.trial_lines(), site.findings()


def undisturbed(base: Path) -> Reference:
    folder = base / "undisturbed"
    folder.mkdir()
    site = Site("long", folder, Random(0))
    status = site.end(site.start())
    if status != 0:
        sys.exit(f"the run that nobody disturbs ended with {status}: {site.said}")
    return Reference(site)


def one_run(
    base: Path, campaign: str, draw: Random, chosen: argparse.Namespace, count: Count, reference: Reference
) -> None:
    """Interrupt one run again and again, then let it end."""
    count.runs += 1
    folder = base / f"run-{count.runs}"
    folder.mkdir()
    site = Site(campaign, folder, draw)
    on_disk = bool(os.environ.get(MOUNTS)) and draw.random() < 0.5
    if on_disk:
        mount_small_disk(folder / "disk")
        site.runs = folder / "disk" / "runs"
    try:
        for _ in range(min(MOST_OF_ONE_RUN[campaign], chosen.interruptions - count.interruptions)):
            if not interrupted(site, on_disk, chosen, count, reference):
                break
        let_it_end(site, count, reference)
    finally:
        if on_disk:
            unmount(folder / "disk")
        shutil.rmtree(folder, ignore_errors=True)


def interrupted(site: Site, on_disk: bool, chosen: argparse.Namespace, count: Count, reference: Reference) -> bool:
    """One interruption, counted and checked; False where none came about."""
    for _ in range(ATTEMPTS):
        names = fitting(site, on_disk, chosen)
        if not names:
            return False
        name = site.draw.choice(names)
        site.before = site.content()
        faults = KINDS[name].act(site)
        if faults is not None:
            count.kinds[name] += 1
        check(site, name, faults or [], count, reference)
        if faults is not None:
            return True
    return False


def fitting(site: Site, on_disk: bool, chosen: argparse.Namespace) -> list[str]:
    lines = site.lines()
    names = [name for name, kind in KINDS.items() if kind.fits(site, on_disk, lines)]
    names = [name for name in names if not chosen.kind or name in chosen.kind]
    here = {"wall clock jumps": (site.folder.parent / "wall_clock.so").exists(), "record frozen": can_freeze()}
    return [name for name in names if here.get(name, True) for _ in range(KINDS[name].often)]


def can_freeze() -> bool:
    """Whether a file can be made to take no more bytes while it is open."""
    return os.geteuid() == 0 and shutil.which("chattr") is not None


def check(site: Site, name: str, faults: list[str], count: Count, reference: Reference) -> None:
    """What must hold whatever happened."""
    place = f"{site.campaign}, {name}, run of {site.mark}"
    now = site.content()
    if not now and site.witnessed() < FIRST_TRIAL:
        site.forget(0)  # a run that was given up before its first trial leaves nothing
    missing = site.witnessed() - now.count(b"\n")
    found = {
        "lost": max(0, missing),
        "changed": not now.startswith(site.before),
        "plans": first_line(site.before) != first_line(now) if site.before else False,
        "left": not site.nobody_left(),
        "wrong_words": bool(faults) or (untidy(site) and site.begun.exists()),
        "different": site.simulated and not same_so_far(site, reference),
    }
    for what, amount in found.items():
        setattr(count, what, getattr(count, what) + int(amount))
    wrong = [what for what, amount in found.items() if amount]
    if wrong:
        tell(count, f"{place}: {', '.join(wrong)}; {'; '.join(faults)}; said: {site.said[-1500:]}")


def tell(count: Count, fault: str) -> None:
    """At once: nobody likes to wait for the end of a long torture."""
    count.faults.append(fault)
    print(f"FAULT {fault}", file=sys.stderr, flush=True)


def first_line(content: bytes) -> bytes:
    return content.partition(b"\n")[0]


def untidy(site: Site) -> bool:
    """Whether it ended in words of Python's own."""
    return "Traceback" in site.said or "it hung" in site.said


def same_so_far(site: Site, reference: Reference) -> bool:
    trials = site.trial_lines()
    return trials == reference.trials[: len(trials)]


def let_it_end(site: Site, count: Count, reference: Reference) -> None:
    """Nobody comes between any more."""
    site.before = site.content()
    status = site.end(site.start())
    complete = status == 0 and site.complete()
    count.incomplete += not complete
    if not complete:
        tell(count, f"{site.campaign}: did not complete: status {status}, {site.said[-1500:]}")
    check(site, "left to end", [], count, reference)
    if site.simulated and (site.trial_lines() != reference.trials or site.findings() != reference.findings):
        count.different += 1
        tell(count, f"{site.campaign}: ended otherwise than the run that nobody disturbed")


def cut_everywhere(base: Path, reference: Reference, count: Count) -> int:
    """A short record cut after each of its bytes: what is whole stays, byte for byte, and can be added to."""
    memory = Path("/dev/shm")  # nobody waits for a disk there, ten thousands of times
    folder = Path(tempfile.mkdtemp(prefix="assay-cut-", dir=memory if os.access(memory, os.W_OK) else base))
    whole, file = short_record(base), folder / RECORDS
    sizes = range(0, len(whole) + 1, 1 if count.interruptions >= MANY else 61)
    for size in sizes:
        file.write_bytes(whole[:size])
        kept = whole[: whole.rfind(b"\n", 0, size) + 1]
        problem = after_a_cut(file, kept)
        if problem:
            count.changed += 1
            count.faults.append(f"record cut after {size} bytes: {problem}")
    shutil.rmtree(folder)
    return len(sizes)


def short_record(base: Path) -> bytes:
    """The beginning of the undisturbed one."""
    lines = next((base / "undisturbed" / "runs").glob(f"*/{RECORDS}")).read_bytes().split(b"\n")
    return b"\n".join(lines[:8]) + b"\n"


def after_a_cut(file: Path, kept: bytes) -> str:
    """What is wrong after reading and opening it, "" where nothing is."""
    from assay.errors import StoreError
    from assay.store.folder import open_run

    try:
        count = sum(type(record).__name__ != "Note" or record.topic != "caveat" for record in read_records(file))
    except StoreError as refusal:
        count = 0
        if kept or "never began" not in str(refusal):
            return f"refused: {refusal}"
    if count != kept.count(b"\n"):
        return f"{count} records read of {kept.count(bytes([10]))}"
    with open_run(file.parent):
        pass
    return "" if file.read_bytes() == kept else "what is left is not the whole lines"


if __name__ == "__main__":
    main()
