"""From the records of a run to its findings; pure, so that old records can be read with newer statistics."""

import tomllib
from collections.abc import Mapping, Sequence

from msgspec import structs

from assay.analysis.budget import budget_of
from assay.analysis.carry_over import carry_over_of_all
from assay.analysis.comparisons import Reading, read_family, seconds_of
from assay.analysis.concurrency import concurrency
from assay.analysis.kernel_threads import mappings
from assay.analysis.ladder import splits
from assay.analysis.machine import cannot_say, loud, machine_line, throttling
from assay.analysis.measured import filed
from assay.analysis.model import Comparison, Findings, MachineLine, OutputCheck, Part, Skipped
from assay.analysis.output import check_output
from assay.analysis.parts import parts_of
from assay.analysis.response import responses
from assay.analysis.rulings import rule_all
from assay.analysis.scaling import scalings
from assay.analysis.steps import steps_of
from assay.analysis.variants import summarise
from assay.plan.model import CommandWork, Plan, ProbeWork
from assay.plan.scale import work_name
from assay.store.records import Header, Note, Record, TrialRecord
from assay.study.published import published_of

COMPARE = "compare"
"""The study name of a plan that `assay compare` made."""


def analyse(records: Sequence[Record], run: str = "") -> Findings:
    """Everything that can be said of one run; `run` is the folder to name."""
    findings = _measured(filed(records), run)
    return structs.replace(findings, claims=rule_all(header_of(records).files, findings))


def _measured(records: Sequence[Record], run: str) -> Findings:
    """All findings but the rulings, which are read off the others."""
    header = header_of(records)
    plan = header.plan
    readings = {family.name: read_family(records, family, plan.mode) for family in plan.families}
    comparisons = tuple(one for reading in readings.values() for one in reading.comparisons)
    machine = machine_line(records, comparisons)
    how_they_ran = concurrency(records, plan)
    title, question = _title_and_question(header)
    findings = Findings(
        study=plan.study,
        title=title,
        question=question,
        mode=plan.mode,
        simulated=header.simulated,
        rounds=max((reading.rounds for reading in readings.values()), default=0),
        seconds=seconds_of(one for one in records if isinstance(one, TrialRecord) and one.purpose == "timed"),
        comparisons=comparisons,
        variants=summarise(records, plan),
        parts=_parts(records, comparisons),
        splits=splits(records, plan),
        concurrency=how_they_ran,
        claims=(),
        skipped=_skipped(records, plan),
        output=_output(records, plan),
        machine=machine,
        carry_over=carry_over_of_all(records, plan),
        caveats=_caveats(records, machine),
        finished=_finished(readings),
        run=run,
        memory_method=_memory_method(records),
        constants=_constants(plan) | _scaled(records, plan),
        cannot_say=cannot_say(plan, machine, header.machine),
        scaling=scalings(records, plan, {one.variant: one.word for one in how_they_ran}),
        threads=mappings(records, plan),
        responses=responses(records, plan, comparisons),
        rounds_of={name: reading.rounds for name, reading in readings.items()},
        budget=budget_of(records, plan),
    )
    return _with_what_was_asked(findings, header)


def _with_what_was_asked(findings: Findings, header: Header) -> Findings:
    """What the plan and the study say, whatever came out."""
    plan = header.plan
    return structs.replace(
        findings,
        questions={family.name: family.question for family in plan.families},
        kinds={family.name: family.kind for family in plan.families},
        commands={one.name: one.work.text for one in plan.variants if isinstance(one.work, CommandWork)},
        ladders=steps_of(header),
        units=_units(plan),
        ceilings=tuple(sorted(plan.ceilings)),
        published=published_of(header.study_text) if plan.study != COMPARE else None,
        tables={place: text for place, text in header.files.items() if place.endswith(".csv")},
    )


def _units(plan: Plan) -> dict[str, str]:
    """What a unit of each variant's work is called."""
    works = [(one.name, one.work) for one in plan.variants if isinstance(one.work, ProbeWork)]
    return {name: plan.units[work.workload] for name, work in works if work.workload in plan.units}


def _constants(plan: Plan) -> dict[str, str]:
    """What no variant varies: the words that all probes were given alike."""
    asked = [one.work for one in plan.variants if one.name not in plan.ceilings]
    words = [work.arguments for work in asked if isinstance(work, ProbeWork)]
    return {key: value for key, value in (words[0] if words else {}).items() if all(w.get(key) == value for w in words)}


def _scaled(records: Sequence[Record], plan: Plan) -> dict[str, str]:
    """Words that a pilot found, a value for each work: "1,400,000 to 590,000,000 (...)"."""
    asked = [one.work for one in plan.variants if one.name not in plan.ceilings]
    works = {work_name(work) for work in asked if isinstance(work, ProbeWork)}
    found: dict[str, list[int]] = {}
    for note in records:
        if isinstance(note, Note) and note.topic == "scale" and note.values["work"] in works:
            found.setdefault(note.values["parameter"], []).append(int(note.values["value"]))
    return {word: _range_words(values) for word, values in found.items()}


def _range_words(values: Sequence[int]) -> str:
    low, high = min(values), max(values)
    return f"{low}" if low == high else f"{low:,} to {high:,} (chosen for each work by a pilot)"


def header_of(records: Sequence[Record]) -> Header:
    """The first record; a reader of the store has made sure that it is a header."""
    header = records[0]
    assert isinstance(header, Header)
    return header


def _title_and_question(header: Header) -> tuple[str, str]:
    plan = header.plan
    if plan.study == COMPARE:
        return " against ".join(variant.label for variant in plan.variants), plan.families[0].question
    study = tomllib.loads(header.study_text)
    return str(study.get("title", plan.study)), str(study.get("question", ""))


def _parts(records: Sequence[Record], comparisons: Sequence[Comparison]) -> dict[str, tuple[Part, ...]]:
    """Parts of whole-process times only: work inside a probe is not billed apart."""
    return {
        one.candidate: parts_of(records, one)
        for one in comparisons
        if one.role == "primary" and one.metric == "process_wall_ns" and one.rounds
    }


def _output(records: Sequence[Record], plan: Plan) -> OutputCheck | None:
    """Only commands print freely; a probe's answer is checked in every trial."""
    if not all(isinstance(variant.work, CommandWork) for variant in plan.variants) or not plan.families:
        return None
    return check_output(records, plan.families[0])


def _skipped(records: Sequence[Record], plan: Plan) -> tuple[Skipped, ...]:
    refused = [Skipped(one.variant, one.reason, one.remedy, one.expected) for one in plan.refused]
    notes = [one for one in records if isinstance(one, Note) and one.topic == "skipped"]
    return tuple(refused + [_skipped_by(note.values, note.text) for note in notes])


def _skipped_by(values: Mapping[str, str], text: str) -> Skipped:
    reason = values.get("reason", text)
    return Skipped(values.get("variant", ""), reason, values.get("remedy", ""), values.get("expected") == "yes")


def _caveats(records: Sequence[Record], machine: MachineLine) -> tuple[str, ...]:
    noted = [one.text for one in records if isinstance(one, Note) and one.topic == "caveat" and one.text]
    return tuple(filter(None, (*dict.fromkeys(noted), throttling(records), loud(machine))))


def _memory_method(records: Sequence[Record]) -> str:
    found = {one.memory.method for one in records if isinstance(one, TrialRecord) and one.memory is not None}
    return " and ".join(sorted(found))


def _finished(readings: Mapping[str, Reading]) -> bool:
    return all(reading.settled for reading in readings.values())
