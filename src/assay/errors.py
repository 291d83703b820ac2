"""Every mistake Assay shows to its user, as one small tree.

    AssayError                 everything the user can be shown
      UsageError               the command line is wrong                      exit 2
      StudyError               the study file is wrong, every place at once   exit 2
      ToolchainMissing         a compiler or runtime asked for is not here    exit 3
      BuildFailed              a probe does not compile                       exit 4
      StoreError               a run folder is damaged, newer, full or locked exit 2
      CommandFailed            a command to be measured fails by itself       exit 4
      NothingRan               no trial could be measured                     exit 3
      LibraryMissing           a library that an output needs is not here     exit 3

A failed *trial* is not an exception: it is a record with an outcome.
Wording, in this order: where, what was expected, what was found, what to do.
"""

from collections.abc import Iterator
from contextlib import contextmanager

PACKAGES = {"vl_convert": "vl-convert-python", "xlsxwriter": "XlsxWriter"}
"""What a library is installed as, where that is not its own name."""


class AssayError(Exception):
    """Something the user can act on; `exit_status` is what the command ends with."""

    exit_status = 2


class UsageError(AssayError):
    """The words on the command line do not make sense together."""


class StudyError(AssayError):
    """A study file is wrong; `problems` holds every mistake with its place and remedy."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class ToolchainMissing(AssayError):
    """A compiler or runtime that was asked for cannot be found."""

    exit_status = 3


class BuildFailed(AssayError):
    """A probe does not compile; the message holds file, line and the compiler's words."""

    exit_status = 4


class StoreError(AssayError):
    """A run folder cannot be read or written."""


class CommandFailed(AssayError):
    """A command or probe that should be measured fails before anything is timed."""

    exit_status = 4


class NothingRan(AssayError):
    """Not one trial could be measured."""

    exit_status = 3


class LibraryMissing(AssayError):
    """A Python library that only some outputs need is not installed."""

    exit_status = 3


@contextmanager
def library_needed(what: str) -> Iterator[None]:
    """Around the import of a library that only `what` needs: where it is missing, that is said with the remedy."""
    try:
        yield
    except ModuleNotFoundError as missing:
        library = (missing.name or "").partition(".")[0]
        if library == "assay":
            raise  # ours: a mistake of this program, and not the user's to mend
        package = PACKAGES.get(library, library)
        raise LibraryMissing(
            f"{what}: expected the Python package {package}, found none; "
            f"install it with `make setup` in a checkout, else with `pip install {package}`"
        ) from missing
