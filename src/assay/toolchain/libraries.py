"""Whether a library that a probe or one of its implementations needs is here: its check is run once and believed.

What the check prints goes into the key of a build, so that another version of the library makes another build.
"""

import os
import subprocess
import tempfile
from functools import cache

from msgspec import Struct

from assay.catalogue import LibraryNeed, Probe
from assay.toolchain.detect import Absent, Tool
from assay.toolchain.filling import everywhere, fill

LONGEST_CHECK_S = 60.0
LONGEST_REASON = 200  # characters


class Said(Struct, frozen=True):
    """How a check ended."""

    well: bool
    text: str


def needs_of(probe: Probe, implementation: str) -> tuple[LibraryNeed, ...]:
    """What an implementation needs, the probe's own needs first."""
    own = probe.implementations.get(implementation)
    return (*probe.needs, *((own.needs,) if own and own.needs else ()))


def find_library(need: LibraryNeed, probe: Probe, tool: Tool, runtime: Tool) -> str | Absent:
    """What its check printed; else why the library is not there."""
    texts = everywhere(probe) | {"tool": str(tool.path), "runtime": str(runtime.path)}
    said = _check(tuple(fill(need.check, texts, {})))
    if said.well:
        return said.text
    [remedy] = fill([need.remedy], texts, {})
    return Absent(need.name, f"expected {need.name}, found none{_because(said.text)}", remedy)


@cache
def _check(argv: tuple[str, ...]) -> Said:
    """In an empty folder, so that it may leave behind what it likes."""
    with tempfile.TemporaryDirectory(prefix="assay-check-") as folder:
        try:
            done = subprocess.run(
                argv,
                cwd=folder,
                env=dict(os.environ, LC_ALL="C"),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=LONGEST_CHECK_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return Said(False, str(error))
    return Said(done.returncode == 0, (done.stdout if done.returncode == 0 else done.stderr + done.stdout).strip())


def _because(text: str) -> str:
    """The line that tells most: the first that says error, else the first."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = next((line for line in lines if "error" in line.lower()), lines[0] if lines else "")
    return f" ({telling[:LONGEST_REASON]})" if telling else ""
