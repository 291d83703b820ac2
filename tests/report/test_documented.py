"""The documents show real screens and real JSON: blocks under a mark are copies of golden files, kept by this test.

A mark is a comment, `<!-- golden: ruled.txt -->` or, for a part of a document, `<!-- golden: ruled.json splits 1 -->`.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from assay.report.document import to_json
from assay.report.several_document import document_of
from assay.report.several_screen import render_several
from assay.report.terminal import render_text
from tests.report.made_findings import CASES
from tests.report.made_several import SEVERAL
from tests.report.test_golden import WIDTH

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"(<!-- golden: (\S+)([^>]*) -->\n```\w*\n)(.*?)(```\n)", re.DOTALL)


def golden(name: str, path: str) -> str:
    """What a mark stands for."""
    case, _, ending = name.partition(".")
    if ending == "txt":
        return (render_several(SEVERAL[case](), WIDTH) if case in SEVERAL else render_text(CASES[case](), WIDTH)) + "\n"
    part: Any = document_of(SEVERAL[case]()) if case in SEVERAL else to_json(CASES[case]())
    for key in path.split():
        part = part[int(key) if key.isdigit() else key]
    return json.dumps(part, indent=2) + "\n"


@pytest.mark.parametrize("name", ["json.md", "reading-a-report.md"])
def test_every_example_is_a_copy_of_its_golden_file(name: str, pytestconfig: pytest.Config) -> None:
    text = (DOCS / name).read_text()
    fresh = BLOCK.sub(lambda match: match[1] + golden(match[2], match[3]) + match[5], text)
    if pytestconfig.getoption("--bless"):
        (DOCS / name).write_text(fresh)
        text = fresh
    assert len(BLOCK.findall(text)) == text.count("<!-- golden:") > 1
    assert text == fresh, f"docs/{name} shows something older than its golden file; run pytest --bless"


def keys_in(value: Any) -> set[str]:
    """Every key of a document; names of metrics are not keys of the schema."""
    if isinstance(value, list):
        return set().union(*map(keys_in, value))
    if not isinstance(value, dict):
        return set()
    return {key for key in value if not key.endswith(("_ns", "_bytes"))} | keys_in(list(value.values()))


def test_every_key_of_the_document_is_explained() -> None:
    said = set(re.findall(r"`(\w+)`", (DOCS / "json.md").read_text()))
    for name, case in CASES.items():
        assert keys_in(to_json(case())) <= said, name


def test_every_key_of_a_document_of_several_runs_is_explained() -> None:
    said = set(re.findall(r"`(\w+)`", (DOCS / "json.md").read_text()))
    for name, case in SEVERAL.items():
        document = document_of(case())
        for machine in document["machines"]:
            machine["facts"], machine["toolchains"] = {}, list(machine["toolchains"].values())  # keyed by their names
        assert keys_in(document) <= said, name
