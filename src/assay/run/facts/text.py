"""Reads the small text files in which a kernel tells facts."""

from pathlib import Path


def line_of(path: Path) -> str:
    """The first line of a file without its end; "" where the file cannot be read or is empty."""
    return next(iter(lines_of(path)), "").strip()


def lines_of(path: Path) -> list[str]:
    """The lines of a file; none where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def value_of(path: Path, key: str, between: str = ":") -> str:
    """What stands after the first "key:" of a file."""
    for line in lines_of(path):
        name, found, value = line.partition(between)
        if found and name.strip() == key:
            return value.strip()
    return ""


def chosen_of(path: Path) -> str:
    """The word in brackets of a line such as "always [madvise] never"."""
    return line_of(path).partition("[")[2].partition("]")[0]
