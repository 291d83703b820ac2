"""The steps of each ladder of a run, first to last, with what the study says of each change."""

import tomllib
from collections.abc import Iterator
from typing import Any

from assay.analysis.model import Step
from assay.plan.model import Family
from assay.store.records import Header
from assay.study.combinations import every_combination, filled


def steps_of(header: Header) -> dict[str, tuple[Step, ...]]:
    """family -> its steps, for every ladder of the plan."""
    ladders = [family for family in header.plan.families if family.kind == "ladder"]
    said = dict(_said(tomllib.loads(header.study_text))) if ladders else {}
    return {family.name: _steps(family, said.get(family.name, [])) for family in ladders}


def _said(study: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    for ladder in study.get("ladders", []):
        for levels in every_combination(ladder.get("each", {})):
            yield filled(ladder["name"], levels), [filled(step.get("what", ""), levels) for step in ladder["steps"]]


def _steps(family: Family, said: list[str]) -> tuple[Step, ...]:
    """The first serial variant and those whose extra work is measured against it; no words where some are missing."""
    pairs = [pair for pair in family.pairs if pair.role == "extra_work"]
    variants = [pairs[0].baseline, *(pair.candidate for pair in pairs)] if pairs else []
    words = said if len(said) == len(variants) else [""] * len(variants)
    return tuple(Step(variant, what) for variant, what in zip(variants, words, strict=True))
