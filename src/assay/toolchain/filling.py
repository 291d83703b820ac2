"""Fills in what a command of probe.toml leaves open: {tool}, {build}, {flags} and so on (docs/adding/language.md).

A word that is nothing but a placeholder of several words becomes several words, or none; inside a word they are joined.
"""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from assay.catalogue import Probe


def own_python() -> str:
    """The Python that runs Assay, without its virtual environment."""
    return str(getattr(sys, "_base_executable", "") or sys.executable)


def cache_root() -> Path:
    """$XDG_CACHE_HOME/assay, or ~/.cache/assay."""
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "assay"


def shared_folder(probe: str) -> Path:
    """{cache}: one folder for all builds of a probe, say for the libraries it compiles itself."""
    return cache_root() / "shared" / probe


def everywhere(probe: Probe) -> dict[str, str]:
    """The placeholders that mean the same in every command of a probe."""
    cache, folder = shared_folder(probe.name), probe.folder.resolve()
    return {"own": own_python(), "prefix": sys.prefix, "cache": str(cache), "probe": str(folder)}


def fill(words: Iterable[str], texts: Mapping[str, str], lists: Mapping[str, Sequence[str]]) -> list[str]:
    """The command with its placeholders filled in; those nobody gave stay as they are."""
    filled: list[str] = []
    for word in words:
        if word.startswith("{") and word[1:-1] in lists and word.endswith("}"):
            filled += lists[word[1:-1]]
            continue
        for name, text in (*texts.items(), *((name, " ".join(several)) for name, several in lists.items())):
            word = word.replace("{" + name + "}", text)
        filled.append(word)
    return filled
