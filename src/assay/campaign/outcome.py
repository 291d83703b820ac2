"""How a run ends: with all it was to find, or early with what is known so far, and never with something lost."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from assay.analysis.analyse import analyse
from assay.analysis.model import Findings
from assay.errors import AssayError, StoreError
from assay.run.session import Session
from assay.store.folder import RunFolder
from assay.store.reader import read_records
from assay.store.records import Header, Note, Record, TrialRecord

DONE, MISTAKE, NOTHING_RAN, FAILED, INTERRUPTED = 0, 2, 3, 4, 130
NO_MEMORY = (
    "this process: expected memory to go on with, found none left; everything finished before is safe in the file; "
    "end other programs or raise its limit, then resume"
)


class Result(Struct, frozen=True):
    """What a run comes to."""

    findings: Findings
    folder: Path
    exit_status: int
    trouble: str = ""  # why it ended early; "" where it did not, or where the user ended it
    records: Sequence[Record] = ()  # all that the folder holds, the header first


def carry_out(session: Session, folder: RunFolder, steps: Callable[[], None]) -> Result:
    """Take the steps to their end, or as far as they go, and analyse what the record holds then."""
    status, trouble = DONE, ""
    try:
        steps()
    except KeyboardInterrupt:
        status = INTERRUPTED
        with suppress(StoreError):
            session.note("interrupted")
    except StoreError as error:
        status, trouble = error.exit_status, str(error)
    except MemoryError:
        status, trouble = MISTAKE, NO_MEMORY
    except AssayError:
        if not _has_timed(session.records):
            folder.discard()
        raise
    finally:
        session.listener.ended()
    folder.close()
    records = read_records(folder.path)
    findings = analyse(records, run=str(folder.path))
    return Result(findings, folder.path, status or status_of(records), trouble, records)


def status_of(records: Sequence[Record]) -> int:
    """The exit status that a finished run's record calls for."""
    plans = [record.plan for record in records if isinstance(record, Header)]
    refused = any(not (one.expected or one.machine_lacks) for plan in plans for one in plan.refused)
    if not any(plan.families for plan in plans):
        return NOTHING_RAN if refused else DONE
    timed = [record for record in records if isinstance(record, TrialRecord) and record.purpose != "pilot"]
    failed = refused or any(record.outcome not in ("ok", "skipped") for record in timed) or _broken(records)
    if not any(record.outcome == "ok" for record in timed):
        return FAILED if failed else NOTHING_RAN
    return FAILED if failed else DONE


def _broken(records: Iterable[Record]) -> bool:
    """Whether something did not build."""
    notes = (record for record in records if isinstance(record, Note) and record.topic == "skipped")
    return any(note.values.get("kind") == "failed" for note in notes)


def _has_timed(records: Iterable[Record]) -> bool:
    return any(isinstance(record, TrialRecord) and record.purpose == "timed" for record in records)
