"""The tour: published claims that their own numbers decide, one claim measured here, two commands compared.

The first part needs no compiler, so it is shown while set-up fetches what builds the launcher, and the languages that
are missing. The first two are `assay run tour` with that wait between its rulings and its measurement, the third is
`assay compare` as anybody would call it.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from assay.campaign.studies import HowToRun, Prepared, prepare, ruled_at_once, run_study
from assay.catalogue import launcher_path
from assay.cli.bench import bench_for
from assay.cli.main import run as assay
from assay.cli.screen import Screen
from assay.cli.show import show_result, show_ruled_at_once
from assay.errors import ToolchainMissing

ROOT = Path(__file__).resolve().parent.parent
LOG = ROOT / "build" / "setup.log"
PROGRAMS = ROOT / "build" / "published"
TOTAL, THREADS = "100000000", "4"
BEGIN = time.monotonic()
HOW = HowToRun()


def part(number: int, title: str) -> None:
    print(f"\n== {number} of 3: {title}   [{time.monotonic() - BEGIN:.0f} s since the start]\n", flush=True)


def start_set_up() -> subprocess.Popen[bytes]:
    """Set-up of the launcher and of the languages, beside everything else; its words go to a log."""
    LOG.parent.mkdir(exist_ok=True)
    with LOG.open("wb") as log:
        words = ["scripts/setup.sh", "tour"]
        return subprocess.Popen(words, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)


def wait_for(set_up: subprocess.Popen[bytes]) -> bool:
    """Whether the launcher stands; says what it waits for, and shows the log where anything is wanting."""
    if set_up.poll() is None:
        print("waiting until the launcher is built and the languages are here ...", flush=True)
    if set_up.wait() != 0:
        print(LOG.read_text(), file=sys.stderr)
    try:
        launcher_path()
    except ToolchainMissing:
        print("tour: the launcher cannot be built here, so parts 2 and 3, which measure, are left out", file=sys.stderr)
        return False
    return True


def choose_compiler() -> str:
    """gcc, or what set-up fetched in its place; "" where there is none. C probes are then built with the same one."""
    fetched = ROOT / ".venv" / "bin" / "cc"
    chosen = os.environ.get("ASSAY_CC") or shutil.which("gcc") or (str(fetched) if fetched.exists() else "")
    if chosen and not shutil.which("gcc"):
        os.environ["ASSAY_CC"] = chosen
        os.environ.setdefault("ASSAY_CXX", str(fetched.with_name("c++")))
        print("no gcc here: C is compiled by zig's clang, so these are its figures and not gcc's", flush=True)
    return chosen


def measure(prepared: Prepared) -> int:
    sys.argv = ["assay", "run", "tour"]  # what repeats it, for the record
    with Screen() as screen:
        return show_result(run_study(prepared, HOW, bench_for(screen, Path("runs"), wait=False)), "run", as_json=False)


def build_published(compiler: str) -> list[str]:
    """The two programs of examples/published, optimised as packages are; their commands."""
    PROGRAMS.mkdir(parents=True, exist_ok=True)
    for name in ("count_serial", "count_threads"):
        source, program = ROOT / "examples" / "published" / f"{name}.c", PROGRAMS / name
        subprocess.run([compiler, "-O2", "-pthread", "-o", program, source], check=True)
    serial, threads = ((PROGRAMS / name).relative_to(ROOT) for name in ("count_serial", "count_threads"))
    return [f"./{serial} {TOTAL}", f"./{threads} {TOTAL} {THREADS}"]


def compare(compiler: str) -> int:
    if not compiler:
        print("left out: expected a C compiler, found none; apt-get install gcc")
        return 3
    commands = build_published(compiler)
    print(f"$ assay compare --name serial '{commands[0]}' --name threads '{commands[1]}'", flush=True)
    return assay(["compare", "--name", "serial", "--name", "threads", *commands])


def main() -> int:
    os.chdir(ROOT)
    set_up = start_set_up()
    try:
        part(1, "what the published numbers say about themselves (nothing is measured)")
        prepared = prepare("tour", HOW)
        show_ruled_at_once(ruled_at_once(prepared))
        if not wait_for(set_up):
            return 3
        compiler = choose_compiler()
        part(2, "one of these claims, measured here: C counts slower in threads; the threads, or the loop?")
        worst = measure(prepared)
        part(3, "the two published programs, side by side")
        worst = max(worst, compare(compiler))
    finally:
        if set_up.poll() is None:
            set_up.terminate()
    print(f"\ntour: done after {time.monotonic() - BEGIN:.0f} s; next: assay list, assay plan count, assay doctor")
    return worst


if __name__ == "__main__":
    sys.exit(main())
