"""The document about study files tells the truth: its example can be planned, and it names every key."""

import re
from pathlib import Path

import msgspec
import pytest

from assay.catalogue import load_catalogue
from assay.plan.expand import make_plan
from assay.study.model import FamilyRequest, Inside, Ladder, Quiet, Rounds, Step, Study
from assay.study.reader import parse_study
from assay.study.workers import workers_of

DOCUMENT = (Path(__file__).parents[2] / "docs" / "adding" / "study.md").read_text()
FILLED_IN = {"name", "text"}
"""Fields of a study that no file sets."""


def keys() -> list[str]:
    of_study = {field.name for field in msgspec.structs.fields(Study)} - FILLED_IN
    parts = (FamilyRequest, Inside, Ladder, Quiet, Rounds, Step)
    return sorted(of_study | {field.name for part in parts for field in msgspec.structs.fields(part)})


def example() -> str:
    (block,) = re.findall(r"```toml\n(.*?)```", DOCUMENT, re.DOTALL)
    return block


def test_its_example_is_a_study_that_can_be_planned():
    catalogue = load_catalogue()
    plan = make_plan(parse_study(example(), "mine", catalogue), catalogue, 1, "full", 2)
    assert [family.name for family in plan.families] == ["one change", "scaling at step 0", "scaling at step 1"]
    assert plan.refused == ()


@pytest.mark.parametrize("key", keys())
def test_every_key_is_named(key):
    assert re.search(rf"`[^`]*\b{key}\b[^`]*`", DOCUMENT)


def test_the_expressions_it_shows_can_be_read():
    (sentence,) = re.findall(r"\*\*Workers\*\* are expressions.*?`cpus` is", DOCUMENT, re.DOTALL)
    shown = re.findall(r"`([^`]+)`", sentence.removesuffix("`cpus` is"))
    assert len(shown) >= 6
    assert all(workers_of(expression, 4) for expression in shown)
