"""What redaction takes out is in no export, on no screen, in no document: a secret is planted wherever one can be."""

import json
import re
import zipfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from assay.analysis.several import Several
from assay.analysis.together import open_runs
from assay.export.catalogue import FORMATS
from assay.report.several_document import document_of
from assay.report.several_screen import render_several
from assay.report.terminal import render_text
from assay.store.records import Record
from tests.analysis.test_redact import SECRET, secret_commands
from tests.report.made_several import LARGE, header_with, kept

CLOCK_TIME = "03:04"


def another() -> list[Record]:
    """The same commands on another machine."""
    records = header_with(secret_commands(), machine={**LARGE, "hostname": SECRET})
    return [records[0], *(one for one in records[1:] if getattr(one, "round", 1) < 20)]


def opened(folder: Path, runs: Sequence[Callable[[], list[Record]]], *, redact: bool) -> Several:
    """Run folders whose own names hold the secret too."""
    places = [kept(folder / f"2026-01-02-{SECRET}-{number}", make()) for number, make in enumerate(runs)]
    return open_runs(places, redact=redact)


RUNS = {"one": (secret_commands,), "several": (secret_commands, another)}


def said_in(place: Path) -> str:
    """All text of a file, unpacked; pixels hold none that the same chart as SVG does not."""
    content = place.read_bytes()
    if place.suffix == ".xlsx":
        with zipfile.ZipFile(place) as book:
            return "".join(book.read(name).decode(errors="replace") for name in book.namelist())
    if place.suffix == ".parquet":
        polars = pytest.importorskip("polars")
        frame = polars.read_parquet(place)
        return str(frame.write_csv())
    if place.suffix == ".pdf":
        streams = re.findall(rb"stream\r?\n(.*?)endstream", content, re.DOTALL)
        return (content + b"".join(map(unpacked, streams))).decode(errors="replace")
    return content.decode(errors="replace")


def unpacked(stream: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(stream)
    except zlib.error:
        return stream


@pytest.mark.parametrize("count", RUNS)
@pytest.mark.parametrize("name", [name for name in FORMATS if name != "png"])
def test_no_export_holds_the_secret(tmp_path: Path, name: str, count: str) -> None:
    places = FORMATS[name].write(opened(tmp_path / "runs", RUNS[count], redact=True), tmp_path / "out")
    assert places
    for place in places:
        text = said_in(place)
        assert re.findall(rf".{{0,60}}{SECRET}.{{0,20}}", text) == [], place
        assert re.findall(rf".{{0,60}}{CLOCK_TIME}.{{0,20}}", text) == [], place
        assert SECRET not in str(place.relative_to(tmp_path / "out"))


@pytest.mark.parametrize("name", ["html", "json", "md", "csv", "xlsx", "parquet", "svg"])
def test_without_redaction_it_is_there_to_be_found(tmp_path: Path, name: str) -> None:
    places = FORMATS[name].write(opened(tmp_path / "runs", RUNS["one"], redact=False), tmp_path / "out")
    assert any(SECRET in said_in(place) for place in places)


@pytest.mark.parametrize("count", RUNS)
def test_no_screen_and_no_document_holds_it(tmp_path: Path, count: str) -> None:
    several = opened(tmp_path, RUNS[count], redact=True)
    screens = [render_text(run.findings) for run in several.runs]
    screens += [render_several(several)] if len(several.runs) > 1 else []
    for text in (*screens, json.dumps(document_of(several))):
        assert SECRET not in text
        assert CLOCK_TIME not in text
        assert "command 2" in text


@pytest.mark.parametrize("name", ["html", "md"])
def test_what_is_to_be_read_says_that_it_is_redacted(tmp_path: Path, name: str) -> None:
    [place, *_] = FORMATS[name].write(opened(tmp_path / "runs", RUNS["one"], redact=True), tmp_path / "out")
    assert "redacted before analysis" in place.read_text()
