"""What is fuzzed: each target takes bytes and either makes something of them or refuses them in a sentence.

Whatever else it raises is a fault. What a target returns is only counted: how far an input came.
"""

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec

from assay.analysis.analyse import analyse
from assay.analysis.rulings import rule_all
from assay.campaign.scaling import noted_totals
from assay.catalogue import Catalogue, load_catalogue
from assay.errors import AssayError
from assay.plan.cost import expected_seconds
from assay.plan.expand import make_plan
from assay.plan.order import trials_of_round
from assay.report.document import to_json
from assay.report.terminal import render_text
from assay.run.fault import Fault
from assay.run.progress import Silence
from assay.run.protocol import read_conversation
from assay.run.session import Session
from assay.store.folder import open_run
from assay.store.reader import RECORDS, read_header, read_records
from assay.store.records import ProbeReport, Record, TrialRecord
from assay.store.soundness import problem_of
from assay.study.reader import parse_study

REFUSED = "refused"
HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ASKED = {"workers": "2", "model": "thread", "warmup": "1", "total": "100"}
"""What the probe of an asked conversation was started with."""


def study(content: bytes) -> str:
    """A study file: read, planned, priced, printed."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return REFUSED  # before it is a text: see `a_file_that_is_no_text` in the tests of the reader
    try:
        read = parse_study(text, "fuzzed", _catalogue())
        for mode, cpus in (("quick", 2), ("full", 1)):
            plan = make_plan(read, _catalogue(), 1, mode, cpus)
            expected_seconds(plan, read, cpus)
            for family in plan.families[:1]:
                trials_of_round(plan, family, 1)
    except AssayError as error:
        return _refused(error)
    return "planned"


def claims(content: bytes) -> str:
    """A file of claims, with published tables beside it: read, checked, ruled on."""
    text = content.decode("utf-8", "replace")
    made, mark, table = text.partition("#### table\n")
    files = {"fuzzed/claims.toml": made} | ({"fuzzed/published/table.csv": table} if mark else {})
    try:
        rule_all(files, None)
    except AssayError as error:
        return _refused(error)
    return "ruled"


def records(content: bytes) -> str:
    """The record of a run: read, analysed, reported as text and JSON, taken up again."""
    folder = _folder()
    (folder / RECORDS).write_bytes(content)
    try:
        read_header(folder)
        found = list(read_records(folder))
        findings = analyse(found, run="runs/fuzzed")
        render_text(findings, 100)
        json.dumps(to_json(findings), allow_nan=False)
        session = Session(None, None, Silence(), found)  # type: ignore[arg-type]
        noted_totals(session)
        with open_run(folder):
            pass
    except AssayError as error:
        return _refused(error)
    return "reported"


def probe(content: bytes) -> str:
    """What a probe printed."""
    results = [read_conversation(content, asked) for asked in (None, ASKED)]
    for result in results:
        if isinstance(result, Fault):
            assert result.reason
            assert len(result.reason) < 100_000, "a reason must stay a sentence"
        _must_be_kept(result)
    return REFUSED if all(isinstance(result, Fault) for result in results) else "read"


def _must_be_kept(result: Fault | ProbeReport) -> None:
    """What came of a conversation goes into the record, and must be readable there."""
    fault = result if isinstance(result, Fault) else Fault("ok", "", result)
    trial = TrialRecord("f", 1, 0, "v", "timed", fault.outcome, fault.reason, probe=fault.report)
    again = _RECORD.decode(_ENCODER.encode(trial))
    assert again == trial, "what is read back is not what was written"
    assert problem_of(again) == "", problem_of(again)


_RECORD = msgspec.json.Decoder(Record)
_ENCODER = msgspec.json.Encoder()
TARGETS: dict[str, Callable[[bytes], str]] = {
    "study": study,
    "claims": claims,
    "records": records,
    "probe": probe,
}
"""Every target by the name of its corpus."""


def inputs_of(name: str) -> list[bytes]:
    """What the fuzzing of a target begins with: its corpus, and what comes with Assay."""
    corpus = [path.read_bytes() for path in sorted((HERE / "corpus" / name).iterdir()) if path.is_file()]
    return corpus + SHIPPED.get(name, list)()


def _shipped_studies() -> list[bytes]:
    return [path.read_bytes() for path in sorted((ROOT / "studies").glob("*/study.toml"))]


def _shipped_claims() -> list[bytes]:
    """Each claim by itself, so that a change meets something that can be reached."""
    found = []
    for path in sorted((ROOT / "studies").glob("*/claims.toml")):
        head, *each = path.read_bytes().split(b"[[claim]]")
        found += [head + b"[[claim]]" + one.replace(path.parent.name.encode() + b"-", b"fuzzed-") for one in each]
    return found


def _conversations() -> list[bytes]:
    return [path.read_bytes() for path in sorted((ROOT / "tests" / "run" / "conversations").glob("*/*.jsonl"))]


SHIPPED: dict[str, Callable[[], list[bytes]]] = {
    "study": _shipped_studies,
    "claims": _shipped_claims,
    "probe": _conversations,
}


@cache
def _catalogue() -> Catalogue:
    return load_catalogue()


@cache
def _folder_of(process: int) -> Path:
    base = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    return Path(tempfile.mkdtemp(prefix="assay-fuzz-", dir=base))


def _folder() -> Path:
    """One for each process."""
    return _folder_of(os.getpid())


def tidy() -> None:
    """Remove this process's folder."""
    shutil.rmtree(_folder(), ignore_errors=True)


def _refused(error: AssayError) -> str:
    """A refusal says something, and what it says can be printed."""
    text = str(error)
    assert text.strip(), "a refusal without a word"
    text.encode("utf-8", "strict")
    assert len(text) < 1_000_000, "a refusal that nobody can read"
    return REFUSED
