"""Every kind of interruption: what it does to a run, and which ends of the program are right then.

A kind is a function of a site. It starts the run or resumes it, comes between, waits for the end, and returns the
faults it saw; None where the run was over before its moment came. What must hold whatever happened is checked by the
caller.
"""

import ctypes
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import processes
from site_of import Site, Started

from assay.store.reader import RECORDS

Faults = list[str] | None
EARLY_S = 0.7
"""In about so long it has read its words and what it was told, and begins."""
LONGEST_DELAY_S = 0.06
LATER = {"long": 300_000, "programs": 12_000, "built": 8_000}
"""Bytes of record within which the next blow falls."""
AS_IT_WAS, ENDED, ASKED_TO_END = 0, (0, 2), (0, 130)
MOUNTS = "ASSAY_TORTURE_MOUNTS"
"""Set where we may mount: the torture then has a mount namespace of its own."""


def moment(site: Site, process: Started) -> bool:
    """A drawn place: while it starts or resumes, or in, before or after some trial to come."""
    if site.draw.random() < 0.3:
        time.sleep(site.draw.uniform(0, EARLY_S))
        return process.poll() is None
    to_come = int(site.draw.random() ** 2 * LATER[site.campaign])
    return site.wait_for(process, site.size() + to_come, site.draw.uniform(0, LONGEST_DELAY_S))


def expect(site: Site, status: int, right: tuple[int, ...], *words: str) -> list[str]:
    """Faults of how it ended and of what it said."""
    if status in right and (status == 0 or all(word in site.said for word in words)):
        return []
    return [f"ended with {status}, expected {right} and {words}; said: {site.said[-600:]}"]


def blow(number: int, right: tuple[int, ...], again: bool = False) -> Callable[[Site], Faults]:
    """A signal at a drawn moment."""

    def kind(site: Site) -> Faults:
        process = site.start()
        reached = moment(site, process)
        if reached:
            process.send_signal(number)
            if again:
                time.sleep(site.draw.uniform(0, 0.05))
                processes.send(process.pid, number)
        status = site.end(process)
        if not reached or status == 0:
            return None  # it was over before its moment came
        begun = site.begun.exists() and not again  # the second may come when all is said
        return expect(site, status, right if begun else (*right, -number, 1))

    return kind


def launcher_killed(site: Site) -> Faults:
    """The native launcher is killed under a run that goes on, once or twice."""
    process, hit = site.start(), 0
    for _ in range(site.draw.choice((1, 2))):
        reached = site.wait_for(process, site.size() + site.draw.randrange(4000), site.draw.uniform(0, LONGEST_DELAY_S))
        for pid in processes.launchers(site.mark) if reached else ():
            processes.send(pid, signal.SIGKILL)
            hit += 1
    status = site.end(process)
    return expect(site, status, (0,)) if hit else None


def both_killed(site: Site) -> Faults:
    """The launcher first, and the program right after it."""
    process = site.start()
    reached = moment(site, process)
    if reached:
        for pid in processes.launchers(site.mark):
            processes.send(pid, signal.SIGKILL)
        time.sleep(site.draw.uniform(0, 0.01))
        process.kill()
    site.end(process)
    return [] if reached else None


def file_too_large(site: Site) -> Faults:
    """No file may become larger than so many bytes."""
    most = max(site.size(), 3000) + site.draw.randrange(LATER[site.campaign])
    status = site.end(site.start(f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most}))"))
    return expect(site, status, (2,), "found the disk full") if status else None


def disk_full(site: Site) -> Faults:
    """A disk with room for a few more records, or for none."""
    filler = site.runs.parent / "filler"
    place = os.statvfs(site.runs.parent)
    room = site.draw.choice((0, 0, 1, 2, 4, 8, 16, 32)) * 4096
    with filler.open("wb", buffering=0) as file:
        block = b"x" * 4096
        try:
            for _ in range(max(0, place.f_bavail * place.f_frsize - room) // 4096):
                file.write(block)
        except OSError:
            pass
    status = site.end(site.start())
    filler.unlink()
    return expect(site, status, (2,), "found") if status else None


def read_only(site: Site) -> Faults:
    """Nothing can be written where the runs are kept."""
    before = site.content()
    _remount(site.runs.parent, "ro")
    try:
        status = site.end(site.start())
    finally:
        _remount(site.runs.parent, "rw")
    faults = expect(site, status, (2,), "read-only file system")
    return faults if site.content() == before else [*faults, "the record changed on a disk that is read-only"]


def frozen_file(site: Site) -> Faults:
    """The record file takes no more bytes from one moment on."""
    process = site.start()
    reached = moment(site, process)
    file = site.run / RECORDS if site.run else None
    frozen = reached and file is not None and subprocess.run(["chattr", "+i", file], check=False).returncode == 0
    status = site.end(process)
    if frozen and file is not None:
        subprocess.run(["chattr", "-i", file], check=True)
    return expect(site, status, (2,), "operation not permitted") if frozen and status else None


def clock_jumps(site: Site) -> Faults:
    """The wall clock jumps by days at every reading; killed or left to end."""
    library = site.folder.parent / "wall_clock.so"
    jumping = {"LD_PRELOAD": str(library), "ASSAY_TORTURE_CLOCK": str(site.draw.randrange(99))}
    process = site.start(environment=jumping)
    reached = moment(site, process)
    if reached:
        process.send_signal(site.draw.choice((signal.SIGKILL, signal.SIGTERM)))
    status = site.end(process)
    if not reached:
        return None
    begun = site.begun.exists()
    return expect(site, status, (0, 130, -9) if begun else (0, 130, -9, -15, 1))


def short_of_memory(site: Site) -> Faults:
    """So much address space more than the program has when it begins, and no more."""
    room = int(site.draw.random() ** 2 * 80) << 20
    prologue = f"""
import assay.campaign.commands, assay.campaign.studies, assay.run.native, assay.run.simulated, assay.report.terminal
import assay.stats.signed_rank, scipy.special, resource
now = int(open("/proc/self/statm").read().split()[0]) * 4096 + {room}
resource.setrlimit(resource.RLIMIT_AS, (now, now))
"""
    status = site.end(site.start(prologue))
    if not site.begun.exists():
        return None  # there was none to begin with
    died_in_a_library = (-signal.SIGABRT, -signal.SIGSEGV)  # its own words then; what counts is the record
    return expect(site, status, (2, 3, 4, *died_in_a_library)) if status else None


def changed_program(site: Site) -> Faults:
    """A command that is compared is another one when the run is resumed: refused, with its name."""
    site.write_program("two", " # built anew")
    status = site.end(site.start())
    site.write_program("two")
    return expect(site, status, (2,), "two was sha256:", "resume it where it began, or start anew")


def vanished_program(site: Site) -> Faults:
    """It is not there any more: refused."""
    (site.folder / "two").unlink()
    status = site.end(site.start())
    site.write_program("two")
    return expect(site, status, (2,), "expected a program at './two', found no such file")


def upgraded_compiler(site: Site) -> Faults:
    """The compiler is a newer one when the run is resumed: refused, with both versions."""
    site.write_compiler("12.3.1")
    status = site.end(site.start())
    site.write_compiler("12.2.0")
    return expect(site, status, (2,), "was 12.2.0", "is 12.3.1", "resume it where it began, or start anew")


def vanished_probe(site: Site) -> Faults:
    """What was built is gone: it is built again, from the same sources, and the run goes on until it is killed."""
    shutil.rmtree(site.folder / "cache", ignore_errors=True)
    return blow(signal.SIGKILL, (-9, 0))(site)


def other_machine(site: Site) -> Faults:
    """Fewer CPUs are allowed than when the run began: refused, with both numbers."""
    one = min(os.sched_getaffinity(0))
    status = site.end(site.start(f"os.sched_setaffinity(0, [{one}])"))
    count = len(os.sched_getaffinity(0))
    return expect(site, status, (2,), f"cpus_allowed was {count}, is 1", "resume it where it began, or start anew")


def cut_record(site: Site) -> Faults:
    """The record file ends anywhere, as after a power cut; what is left of it is the run."""
    file = site.run / RECORDS if site.run else None
    assert file is not None
    whole = file.read_bytes()
    header = whole.index(b"\n") + 1
    options = whole.index(b"\n", header) + 1  # without the line after it the run had not begun to measure
    size = site.draw.randrange(options if site.campaign != "programs" else header, len(whole) + 1)
    os.truncate(file, size)
    site.forget(whole[:size].count(b"\n"))
    site.before = site.content()
    return blow(signal.SIGKILL, (-9, 0))(site)


def moved_folder(site: Site) -> Faults:
    """The run's folder lies elsewhere when it is resumed."""
    assert site.run is not None
    place = site.runs.parent / f"elsewhere-{site.draw.getrandbits(32):x}"
    site.run.rename(place)
    site.moved = place
    return blow(signal.SIGKILL, (-9, 0))(site)


def moved_meanwhile(site: Site) -> Faults:
    """The run's folder is moved while it is written to: what is written goes with it."""
    process = site.start()
    reached = moment(site, process) and site.run is not None and site.lines() > 2
    if reached:
        assert site.run is not None
        place = site.runs.parent / f"elsewhere-{site.draw.getrandbits(32):x}"
        site.run.rename(place)
        site.moved = place
        process.terminate()
    status = site.end(process)
    right = (0, 2, 130) if site.begun.exists() else (0, 2, 130, 1, -signal.SIGTERM)
    return expect(site, status, right) if reached else None


def second_at_once(site: Site) -> Faults:
    """Two at once on one run: one of them goes on, the other is refused."""
    first, second = site.start(), site.start()
    endings = []
    for process in (second, first):
        endings.append(site.end(process))
        if endings[-1] == 2 and not ("another assay" in site.said and "wait for it" in site.said):
            return [f"refused with other words: {site.said[-600:]}"]
    right = sorted(endings) in ([0, 2], [0, 0])
    return [] if right else [f"ended with {endings}; said: {site.said[-600:]}"]


def _remount(place: Path, how: str) -> None:
    read_only, remount = 1, 32
    library = ctypes.CDLL(None, use_errno=True)
    flags = remount | (read_only if how == "ro" else 0)
    if library.mount(b"none", str(place).encode(), None, flags, None) != 0:
        raise OSError(ctypes.get_errno(), f"cannot remount {place} {how}")


def mount_small_disk(place: Path, size: str = "16m") -> None:
    """A file system in memory, in our own mount namespace."""
    place.mkdir()
    library = ctypes.CDLL(None, use_errno=True)
    if library.mount(b"none", str(place).encode(), b"tmpfs", 0, f"size={size}".encode()) != 0:
        raise OSError(ctypes.get_errno(), f"cannot mount at {place}")


def unmount(place: Path) -> None:
    ctypes.CDLL(None).umount2(str(place).encode(), 2)


class Kind:
    """One row of the table."""

    def __init__(self, act: Callable[[Site], Faults], often: int, campaigns: str = "long programs built", **needs: Any):
        self.act, self.often, self.campaigns = act, often, campaigns.split()
        self.begun: bool = needs.get("begun", False)  # only of a run that has trials
        self.disk: bool | None = needs.get("disk")  # on a small disk of its own, or never on one
        self.compiler: bool = needs.get("compiler", False)

    def fits(self, site: Site, on_disk: bool, lines: int) -> bool:
        """Whether it can be done to this run now."""
        if site.campaign not in self.campaigns or (self.begun and lines < 4):
            return False
        return self.disk in (None, on_disk)


KINDS: dict[str, Kind] = {
    "killed": Kind(blow(signal.SIGKILL, (-9,)), 8),
    "terminated": Kind(blow(signal.SIGTERM, (0, 130)), 4),
    "Ctrl-C": Kind(blow(signal.SIGINT, (0, 130)), 4),
    "Ctrl-C twice": Kind(blow(signal.SIGINT, (0, 130), again=True), 2),
    "hung up": Kind(blow(signal.SIGHUP, (0, 130)), 3),
    "launcher killed": Kind(launcher_killed, 4, "programs built"),
    "launcher and program killed": Kind(both_killed, 3, "programs built"),
    "file too large": Kind(file_too_large, 4, begun=True),
    "disk full": Kind(disk_full, 5, disk=True),
    "disk read-only": Kind(read_only, 3, disk=True),
    "record frozen": Kind(frozen_file, 2, disk=False),
    "wall clock jumps": Kind(clock_jumps, 4),
    "short of memory": Kind(short_of_memory, 3),
    "command replaced": Kind(changed_program, 2, "programs", begun=True),
    "command vanished": Kind(vanished_program, 2, "programs", begun=True),
    "compiler upgraded": Kind(upgraded_compiler, 3, "built", begun=True),
    "built probe vanished": Kind(vanished_probe, 3, "built", begun=True),
    "other machine": Kind(other_machine, 3, begun=True),
    "record cut": Kind(cut_record, 4, begun=True),
    "folder moved": Kind(moved_folder, 2, begun=True),
    "folder moved meanwhile": Kind(moved_meanwhile, 2),
    "two at once": Kind(second_at_once, 2, begun=True),
}
"""Every kind by its name, with how often it comes."""
