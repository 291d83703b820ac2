"""Compiles the probe: with the javac beside the Java that was found, else with Eclipse's compiler run by that Java.

    python compile.py JAVA PREFIX

A Java from a Python package brings no compiler; `make setup` puts Eclipse's at PREFIX/lib/assay/ecj.jar.
"""

import re
import subprocess
import sys
from pathlib import Path

LANGUAGE = "21"  # the oldest Java that will do
FIRST_TO_CALL_THE_KERNEL = 22
QUICK_START = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")  # a compiler is over before much of it is optimised


def main(java: str, prefix: str) -> int:
    """Standard error says what is wrong with the sources, one `file:line: error: text` each."""
    runtime = Path(java).resolve()
    sources = [str(path) for path in sorted(Path().glob("*.java"))]
    if version(runtime) < FIRST_TO_CALL_THE_KERNEL:
        sources.remove("ForeignKernel.java")
    return subprocess.run([*compiler(runtime, prefix), "-proc:none", "-d", ".", *sources], check=False).returncode


def version(runtime: Path) -> int:
    said = subprocess.run([runtime, "-version"], capture_output=True, text=True, check=True).stderr
    found = re.search(r'version "(\d+)', said)
    assert found, said
    return int(found[1])


def compiler(runtime: Path, prefix: str) -> list[str]:
    """Neither joins strings at run time by code made then: a probe's start would be longer by that."""
    beside, jar = runtime.parent / "javac", Path(prefix, "lib", "assay", "ecj.jar")
    if beside.exists():
        return [str(beside), *(f"-J{word}" for word in QUICK_START), "-XDstringConcat=inline"]
    if jar.exists():
        return [str(runtime), *QUICK_START, "-jar", str(jar), f"-{LANGUAGE}", "-Xemacs", "-nowarn"]
    sys.exit(f"expected a Java compiler, {beside} or {jar}; found neither: make setup")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
