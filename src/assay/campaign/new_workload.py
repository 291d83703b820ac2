"""`assay new workload`: a folder with a study, a workload and its work in one language, which runs at once."""

import re
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from msgspec import Struct

from assay.catalogue import Catalogue, data_root, load_catalogue
from assay.errors import UsageError
from assay.toolchain import Absent
from assay.toolchain.inventory import standing

NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
HOME = Path("templates") / "workload"


class NewWorkload(Struct, frozen=True):
    """What was made."""

    folder: Path
    work: tuple[str, ...]  # the files with the work itself
    missing: Absent | None  # what is needed to run it and is not here


def make_workload(name: str, folder: Path, language: str) -> NewWorkload:
    """Write the folder; every mistake is refused before anything is written."""
    catalogue = load_catalogue()
    levels = _levels(language)
    _refuse_name(name, catalogue)
    _refuse_folder(folder)
    templates = data_root() / HOME
    words = {
        "name": name,
        "title": name.replace("-", " ").replace("_", " ").capitalize(),
        "language": language,
        **levels,
    }
    work = sorted(path for path in (templates / language).iterdir() if path.is_file())  # an installer compiles Python
    try:
        folder.mkdir(parents=True)
        for path in (templates / "study.toml", templates / "workload.toml", *work):
            (folder / path.name).write_text(_filled(path.read_text(encoding="utf-8"), words), encoding="utf-8")
    except OSError as trouble:
        raise UsageError(f"{folder}: expected a place to write to, found: {(trouble.strerror or '').lower()}") from None
    tool = standing(catalogue.probes[language]).tool
    return NewWorkload(folder, tuple(path.name for path in work), tool if isinstance(tool, Absent) else None)


def _levels(language: str) -> dict[str, str]:
    """What a language's new study begins with."""
    table: dict[str, dict[str, Any]] = tomllib.loads(
        (data_root() / HOME / "languages.toml").read_text(encoding="utf-8")
    )
    if language not in table:
        close = get_close_matches(language, table, n=1)
        meant = f'did you mean "{close[0]}"?' if close else f"there are: {', '.join(table)}"
        raise UsageError(f'--language: unknown "{language}"; {meant}')
    return {key: str(value) for key, value in table[language].items()}


def _refuse_name(name: str, catalogue: Catalogue) -> None:
    if not NAME.fullmatch(name):
        better = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-0123456789")
        hint = f'; how about "{better}"?' if NAME.fullmatch(better) else ""
        raise UsageError(
            f'name: expected small letters, digits and single dashes, a letter first, found "{name}"{hint}'
        )
    if name in catalogue.workloads:
        raise UsageError(f'name: expected a name of its own, found "{name}", which Assay uses; choose another')


def _refuse_folder(folder: Path) -> None:
    if folder.exists() or folder.is_symlink():
        kind = "a folder" if folder.is_dir() else "a file"
        raise UsageError(f"{folder}: expected a folder that is not there yet, found {kind}; name another place")


def _filled(text: str, words: dict[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(f"@{word}@", value)
    return text
