"""Reads a study file once, into typed values; a wrong file is refused with all of its mistakes at once."""

import tomllib
from pathlib import Path
from typing import Any

from msgspec import structs

from assay.catalogue import Catalogue
from assay.errors import StudyError
from assay.study.checks import problems_of
from assay.study.model import Study
from assay.study.shape import meant, read_table

FILE = "study.toml"
ANY_TEXT = {"title": "-", "source": "-", "question": "-"}
"""Stands in for missing texts, so that the rest of a file is still checked."""


def read_study(study: Path | str, catalogue: Catalogue) -> Study:
    """The study of that name, folder or file.

    Raises `StudyError` with every mistake of the file, each with its place and what to do.
    """
    path = find_study(study, catalogue)
    text = _text_of(path)
    return parse_study(text, path.parent.name, catalogue, str(path))


def find_study(study: Path | str, catalogue: Catalogue) -> Path:
    """The study file that is meant: a name in the catalogue, a folder that holds one, or the file itself."""
    if str(study) in catalogue.studies:
        return catalogue.studies[str(study)] / FILE
    path = Path(study)
    if path.is_dir():
        return path / FILE
    if path.suffix == ".toml" or len(path.parts) > 1:
        return path
    raise StudyError((f'study: unknown "{study}"; {meant(str(study), list(catalogue.studies))}',))


def parse_study(text: str, name: str, catalogue: Catalogue, place: str = FILE) -> Study:
    """The study of a text; pure. `place` stands in front of every problem, `name` is that of its folder."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers and nesting beyond what Python reads
        raise StudyError((f"{place}: expected TOML, found a mistake: {_lower(str(error))}",)) from None
    problems: list[str] = []
    study = _shaped(table, problems)
    if study is not None:
        study = structs.replace(study, name=name, text=text)
        problems += [problem for problem in problems_of(study, catalogue) if _is_own(problem, problems)]
    if problems or study is None:
        raise StudyError(tuple(f"{place}: {problem}" for problem in problems))
    return study


def _shaped(table: dict[str, Any], problems: list[str]) -> Study | None:
    """What has the right shape; missing texts are stood in for, so that the rest can be checked too."""
    study = read_table(table, Study, "", problems)
    return study or read_table({**table, **ANY_TEXT}, Study, "", [])


def _is_own(problem: str, shape_problems: list[str]) -> bool:
    """Whether a problem is more than the echo of a wrong shape: what had no shape was left out and looks missing."""
    wrong = {shape.partition(":")[0].partition(".")[0].partition("[")[0] for shape in shape_problems}
    missing = "found nothing" in problem or "found neither" in problem or "unknown factor" in problem
    return not (wrong & {"factors", "families", "ladders"} and missing)


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise StudyError(
            (f"{path}: expected a study file, found none; see `assay list` for the studies there are",)
        ) from None
    except IsADirectoryError:
        raise StudyError((f"{path}: expected a study file, found a folder; name the file in it",)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise StudyError((f"{path}: expected a readable text file, found: {error}",)) from None


def _lower(text: str) -> str:
    """As the rest of a sentence; what cannot be read is nobody's fault."""
    said = text.replace("Invalid ", "unreadable ").replace("invalid ", "unreadable ")
    return said[:1].lower() + said[1:]
