"""What is fuzzed: each target takes bytes and either makes something of them or refuses them in a sentence.

Whatever else it raises is a fault. What a target returns is only counted: how far an input came.
"""

import contextlib
import io
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec

from assay.analysis.analyse import analyse
from assay.analysis.rulings import rule_all
from assay.analysis.together import open_runs
from assay.campaign.scaling import noted_totals
from assay.catalogue import Catalogue, load_catalogue
from assay.charts.catalogue import charts_of
from assay.cli import main as cli
from assay.errors import AssayError
from assay.plan.cost import expected_seconds
from assay.plan.expand import make_plan
from assay.plan.model import Trial
from assay.plan.order import trials_of_round
from assay.report.document import to_json
from assay.report.terminal import render_text
from assay.run.execute import Options, run_trial, was_lost
from assay.run.fault import Fault
from assay.run.native import NativeLauncher
from assay.run.progress import Silence
from assay.run.protocol import read_conversation
from assay.run.session import Session
from assay.run.simulated import Behaviour, SimulatedLauncher
from assay.store.folder import open_run
from assay.store.reader import RECORDS, read_header, read_records
from assay.store.records import ProbeReport, Record, TrialRecord
from assay.store.soundness import problem_of
from assay.study.reader import parse_study
from assay.tables.catalogue import TABLES

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


def tables(content: bytes) -> str:
    """The same record as tables, and as charts that are not drawn yet."""
    folder = _folder()
    (folder / RECORDS).write_bytes(content)
    try:
        several = open_runs([folder])
    except AssayError as error:
        return _refused(error)
    for make in TABLES.values():
        make(several)
    charts_of(several)
    return "shown"


def probe(content: bytes) -> str:
    """What a probe printed."""
    results = [read_conversation(content, asked) for asked in (None, ASKED)]
    for result in results:
        if isinstance(result, Fault):
            assert result.reason
            assert len(result.reason) < 100_000, "a reason must stay a sentence"
        _must_be_kept(result)
    return REFUSED if all(isinstance(result, Fault) for result in results) else "read"


def launcher(content: bytes) -> str:
    """What the native launcher answered, as an answer to a trial of a command and to one of a probe."""
    for options in (Options(), Options(probe=True)):
        record = run_trial(Trial("f", 1, 0, "v", "pilot"), _Words(), _Answering(content), options)
        again = _RECORD.decode(_ENCODER.encode(record))
        assert again == record
        assert problem_of(again) == "", problem_of(again)
    return REFUSED if was_lost(record) else "answered"


class _Words:
    """A command that is never started."""

    argv = ("probe", "workers=2", "model=thread")
    environment: dict[str, str] = {}  # noqa: RUF012
    cwd = "/"


class _Answering(NativeLauncher):
    """A launcher whose process has said all it will ever say."""

    def __init__(self, content: bytes) -> None:
        super().__init__("/nowhere")
        self._content = content

    def _running(self) -> Any:
        return _Said(self._content)

    def _stop(self) -> int:
        return -9


class _Said:
    """The two ends of its pipes."""

    def __init__(self, content: bytes) -> None:
        self.stdin, self.stdout = io.BytesIO(), io.BytesIO(content)


def words(content: bytes) -> str:
    """Words on the command line, a line each; nothing is executed, and what is measured is simulated."""
    typed = content.decode("utf-8", "surrogateescape").split("\n")
    if any(word.startswith(("/", "~")) or ".." in word for word in typed):
        return "left out"  # it might lead out of the folder that is made for this
    if typed[:1] == ["run"]:
        typed.append("--simulate")
    here = Path.cwd()
    os.chdir(_folder())
    try:
        with (
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(io.StringIO()) as said,
            mock.patch("assay.cli.bench.native_launcher", _pretending),
            mock.patch("assay.cli.show.leave_page"),
        ):
            status = cli.run([word for word in typed if "\0" not in word and word != "doctor"])
    finally:
        os.chdir(here)
    assert status in (0, 1, 2, 3, 4), status
    assert status == 0 or said.getvalue().strip(), "an end without a word"
    return REFUSED if status == 2 else "done"


def _pretending() -> SimulatedLauncher:
    return SimulatedLauncher({"*": Behaviour(seconds=0.2)}, seed=1)


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
    "tables": tables,
    "probe": probe,
    "launcher": launcher,
    "words": words,
}
"""Every target by the name of its corpus."""


SAME_AS = {"tables": "records"}
"""Targets that read what another one reads."""


def inputs_of(name: str) -> list[bytes]:
    """What the fuzzing of a target begins with: its corpus, and what comes with Assay."""
    kept = HERE / "corpus" / SAME_AS.get(name, name)
    corpus = [path.read_bytes() for path in sorted(kept.iterdir()) if path.is_file()]
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
