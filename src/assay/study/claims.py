"""Reading published claims: a study's claims.toml into typed values, and its tables beside it.

What comes in is the text of `<study>/claims.toml` and `<study>/published/*.csv`; what goes out is one `ClaimSet` a
study. Nothing is ruled on here. Every mistake of a file is reported at once, each with its place; formulas and
templates are tried on the published numbers, so that a mistake in one is known before anything is measured.
"""

from pathlib import Path

from assay.errors import StudyError
from assay.study.claim_checks import check_claims
from assay.study.claim_model import ClaimSet
from assay.study.tables import Table, TableError, parse_table

CLAIMS = "claims.toml"
PUBLISHED = "published"


def claim_files(folder: Path) -> dict[str, str]:
    """The text of all that rulings on a study folder need, by "<study>/<path>"; empty where it makes no claims."""
    paths = [folder / CLAIMS, *sorted((folder / PUBLISHED).glob("*.csv"))]
    return {
        f"{folder.name}/{path.relative_to(folder).as_posix()}": path.read_text(encoding="utf-8")
        for path in paths
        if path.is_file() and (folder / CLAIMS).is_file()
    }


def read_claims(files: dict[str, str]) -> tuple[ClaimSet, ...]:
    """Every claims.toml among `files`, checked; raises StudyError with every mistake of all of them."""
    problems: list[str] = []
    found = []
    for path in files:
        study, _, name = path.partition("/")
        if name == CLAIMS:
            tables = _tables(study, files, problems)
            claim_set = check_claims(study, files[path], tables, problems)
            found += [claim_set] if claim_set else []
    if problems:
        raise StudyError(tuple(problems))
    return tuple(found)


def _tables(study: str, files: dict[str, str], problems: list[str]) -> dict[str, Table]:
    tables = {}
    prefix = f"{study}/{PUBLISHED}/"
    for path, text in sorted(files.items()):
        if path.startswith(prefix) and path.endswith(".csv"):
            name = path.removeprefix(prefix).removesuffix(".csv")
            try:
                tables[name] = parse_table(name, text)
            except TableError as error:
                problems += [f"{study}/{PUBLISHED}: {line}" for line in str(error).splitlines()]
    return tables
