"""Charts as pictures: a file each, of the kind its name says, and how far they are is told."""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.analysis.several import Several
from assay.export.catalogue import FORMATS
from tests.report.made_several import machines, on_one

pytest.importorskip("vl_convert")
BEGINS = {"svg": b"<svg", "png": b"\x89PNG\r\n\x1a\n", "pdf": b"%PDF-"}


@pytest.mark.parametrize(("kind", "several"), [("svg", machines), ("png", on_one), ("pdf", on_one)])
def test_every_chart_is_a_file_of_its_kind(tmp_path: Path, kind: str, several: Callable[[], Several]) -> None:
    heard: list[tuple[int, int]] = []
    places = FORMATS[kind].write(several(), tmp_path, lambda done, planned: heard.append((done, planned)))
    assert places
    assert {place.parent for place in places} == {tmp_path / "charts"}
    assert len({place.name for place in places}) == len(places)
    assert all(place.suffix == f".{kind}" and place.read_bytes().startswith(BEGINS[kind]) for place in places)
    assert heard == [(done, len(places)) for done in range(len(places) + 1)]


def test_a_picture_by_itself_needs_no_style_of_a_page(tmp_path: Path) -> None:
    for place in FORMATS["svg"].write(on_one(), tmp_path):
        text = place.read_text()
        assert "var(--" not in text
        assert "$ink" not in text
        ET.fromstring(text)
