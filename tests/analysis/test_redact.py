"""What redaction takes out of records: every text has its row, what must go goes, and what is measured stays."""

import json
import re
import typing
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Any

import msgspec
import pytest
from msgspec import Struct, structs

from assay.analysis.analyse import analyse, header_of
from assay.analysis.fates import FATES, GONE, KEPT_FACTS, KEPT_VALUES, LABELLED, SHORTENED, STAYS
from assay.analysis.redact import HIDDEN_PATH, REDACTED, redacted
from assay.plan.model import CommandWork, Refusal, Variant
from assay.report.terminal import render_text
from assay.run.facts import FACTS
from assay.store.records import Header, Note, Output, ProbeReport, Record, Toolchain, TrialRecord
from tests.analysis.made_records import made_family, made_pilot, made_run
from tests.report.made_findings import CLAIMS, study_records, times
from tests.report.made_several import header_with, two_commands

SECRET = "kumquat"
"""What nobody outside may read."""


def texts_of(kind: type[Struct], seen: set[type[Struct]]) -> Iterator[str]:
    """Every field of a record that can hold text: "Header.created", and those of all it is made of."""
    if kind in seen:
        return
    seen.add(kind)
    for name, annotation in typing.get_type_hints(kind).items():
        for part in leaves(annotation):
            if part is str:
                yield f"{kind.__name__}.{name}"
            elif isinstance(part, type) and issubclass(part, Struct):
                yield from texts_of(part, seen)


def leaves(annotation: Any) -> Iterator[Any]:
    """The plain types that an annotation is made of."""
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        yield from leaves(typing.get_args(annotation)[0])
    elif origin is not None or isinstance(annotation, UnionType):
        for part in typing.get_args(annotation):
            yield from leaves(part)
    else:
        yield annotation


def test_every_text_of_a_record_has_its_fate() -> None:
    seen: set[type[Struct]] = set()
    found = {text for kind in (Header, TrialRecord, Note) for text in texts_of(kind, seen)}
    assert found == set(FATES), "a text that is new has no row in analysis/fates.py, or a row has no text any more"


def test_the_walk_over_texts_finds_what_it_is_given() -> None:
    assert set(texts_of(Output, set())) == {"Output.sha256", "Output.head"}
    assert "Toolchain.flags" in set(texts_of(Header, set()))


def test_every_fate_is_one_of_four_and_says_why() -> None:
    assert {fate.what for fate in FATES.values()} == {STAYS, SHORTENED, LABELLED, GONE}
    assert all(len(fate.why) > 6 for fate in FATES.values())


def test_every_fact_of_a_machine_that_is_stored_has_been_thought_about() -> None:
    assert set(FACTS) == set(KEPT_FACTS), (
        "decide whether the new fact names a user or a place, and add it if it does not"
    )


def secret_commands() -> list[Record]:
    """Two commands with the secret in every text that must go."""
    family = made_family(f"old {SECRET}", f"new-{SECRET}")
    walls = dict(zip(family.variants, times(0.965).values(), strict=True))
    extra = [
        made_pilot(family.variants[0], f"{SECRET} 1\nalike\n"),
        made_pilot(family.variants[1], f"{SECRET} 2\nalike\n"),
        Note("bundle", dict.fromkeys(family.variants, "1")),
        Note("options", {"study": f"/home/{SECRET}/study.toml", "timeout_s": "600.0"}),
        Note(
            "skipped", {"variant": family.variants[1], "reason": f"does not compile: {SECRET}.c:1: no", "remedy": "x"}
        ),
        Note("skipped", {"variant": "x", "reason": f"expected go, found ~/{SECRET}/go", "remedy": f"ls /opt/{SECRET}"}),
        Note("caveat", {f"{SECRET}-key": SECRET}, f"new-{SECRET} was slow in /srv/{SECRET}"),
        Note("unheard of", {"host": SECRET}),
    ]
    records = made_run(family, walls, extra=extra)
    records = [
        structs.replace(one, reason=f"said {SECRET}", probe=probe()) if isinstance(one, TrialRecord) else one
        for one in records
    ]
    return header_with(records, **secret_header(records))


def probe() -> ProbeReport:
    return ProbeReport(
        *("CPython", "3.11", "CLOCK_MONOTONIC", 20.0, 1.0, (), True, SECRET, SECRET),
        flags=f"-O2 -I/home/{SECRET}/include --prefix=~/{SECRET}",
    )


def secret_header(records: Sequence[Record]) -> dict[str, Any]:
    header = header_of(records)
    named = [one.name for one in header.plan.variants]
    variants = tuple(
        Variant(one.name, one.name, CommandWork(f"./{SECRET} 1", (f"./{SECRET}", "1")), {"command": one.name})
        for one in header.plan.variants
    )
    family = structs.replace(header.plan.families[0], caveats=(f"see /home/{SECRET}",))
    refused = (Refusal(named[0], f"no /home/{SECRET}/x", f"make /home/{SECRET}/x"),)
    text = {"commands": [f"./{SECRET} 1"], "names": named, "seed": 1, "mode": "full", "shell": False, SECRET: SECRET}
    return {
        "created": "2026-01-02T03:04:05+00:00",
        "study_text": json.dumps(text),
        "study_sha256": f"hash of {SECRET}",
        "files": {"loop/claims.toml": f"# {SECRET}\n{CLAIMS}"},
        "plan": structs.replace(header.plan, variants=variants, families=(family,), refused=refused),
        "machine": {"cpu_model": "Model S", "kernel": f"Linux 6.1.0-{SECRET}", "hostname": SECRET},
        "toolchains": {named[0]: Toolchain(SECRET, f"sha256:{SECRET}", f"/bin/{SECRET}", (f"-I/{SECRET}",))},
        "invocation": ("assay", "compare", f"./{SECRET} 1", "--runs", f"/tmp/{SECRET}"),
    }


def plain(records: Sequence[Record]) -> str:
    return "\n".join(msgspec.json.encode(one).decode() for one in records)


def test_a_secret_in_any_text_that_must_go_is_nowhere_in_the_records() -> None:
    records = secret_commands()
    assert plain(records).count(SECRET) > 60  # it was there
    [found] = redacted([records])
    assert re.findall(rf".{{60}}{SECRET}.{{20}}", plain(found)) == []
    assert "03:04" not in plain(found)


def test_nothing_of_it_reaches_the_screen() -> None:
    [found] = redacted([secret_commands()])
    text = render_text(analyse(found))
    assert SECRET not in text
    assert "command 2 takes 3.58 % less time than command 1" in text
    assert REDACTED.split(":")[0] in text


def test_what_was_measured_is_untouched() -> None:
    records = two_commands(0.965)
    [found] = redacted([records])
    before, after = analyse(records), analyse(found)
    assert [(one.ratio, one.low, one.high, one.verdict) for one in before.comparisons] == [
        (one.ratio, one.low, one.high, one.verdict) for one in after.comparisons
    ]
    assert len(found) == len(records) + 1  # the note that says so


def test_whether_outputs_are_alike_is_still_seen() -> None:
    def outputs(first: str, other: str) -> Any:
        family = made_family("old", "new")
        extra = [made_pilot("old", first), made_pilot("new", other)]
        return analyse(redacted([made_run(family, times(0.965), extra=extra)])[0]).output

    assert outputs("1\n", "1\n").same
    assert 'line 2 is "text 2" from command 1, "text 3" from command 2' in outputs("a\nb\n", "a\nc\n").text


def test_of_a_study_its_own_words_stay_and_its_comments_go() -> None:
    records = study_records(396.5, "full", 50_000, claims=True)
    text = f"# {SECRET}\n{header_of(records).study_text}\nnote = 'a # is no comment' # {SECRET}\n"
    [found] = redacted([header_with(records, study_text=text)])
    header = header_of(found)
    assert SECRET not in header.study_text
    assert "a # is no comment" in header.study_text
    assert header.plan == header_of(records).plan
    claims = [[(one.id, one.ruling, one.measured) for one in analyse(these).claims] for these in (records, found)]
    assert claims[0] == claims[1]


@pytest.mark.parametrize(
    ("flag", "shown"),
    [
        ("-O2", "-O2"),
        ("-march=native", "-march=native"),
        ("-I/home/somebody/x", f"-I{HIDDEN_PATH}"),
        ("-L~/lib", f"-L{HIDDEN_PATH}"),
        ("-Wl,-rpath,../x", f"-Wl,-rpath,{HIDDEN_PATH}"),
    ],
)
def test_flags_lose_their_paths(flag: str, shown: str) -> None:
    tools = {"c/O2": Toolchain("gcc", "12.2.0", "/usr/bin/gcc", (flag,))}
    [found] = redacted([header_with(study_records(396.5, "full", 50_000, claims=False), toolchains=tools)])
    assert header_of(found).toolchains == {"c/O2": Toolchain("gcc", "12.2.0", "", (shown,))}


@pytest.mark.parametrize(
    ("facts", "left"),
    [
        ({"kernel": "Linux 6.18.44-fc-v669"}, {"kernel": "Linux 6.18"}),
        ({"kernel": "something else"}, {"kernel": "not told"}),
        ({"cpu_model": "Model S", "memory": "3.8 GiB"}, {"cpu_model": "Model S", "memory": "3.8 GiB"}),
        ({"serial_number": "1"}, {}),
    ],
)
def test_facts_of_the_machine_are_those_that_figures_need(facts: Mapping[str, str], left: Mapping[str, str]) -> None:
    [found] = redacted([header_with(two_commands(0.965), machine=facts)])
    assert header_of(found).machine == left


def test_equal_programs_have_equal_labels_in_all_runs_of_a_report() -> None:
    def run(digest: str) -> list[Record]:
        return header_with(two_commands(0.965), toolchains={"new": Toolchain("new", f"sha256:{digest}")})

    found = redacted([run("1"), run("2"), run("1")])
    assert [header_of(one).toolchains["command 2"].version for one in found] == ["file 1", "file 2", "file 1"]


def test_times_begin_with_the_first_trial() -> None:
    [found] = redacted([two_commands(0.965)])
    assert (
        min(start for one in found if isinstance(one, TrialRecord) and one.runs for start in one.runs.started_ns) == 0
    )


def test_the_line_that_repeats_it_is_made_from_the_plan() -> None:
    [commands], [study] = (
        redacted([one]) for one in (two_commands(0.965), study_records(396.5, "quick", 0, claims=False))
    )
    assert header_of(commands).invocation == ("assay", "compare", "command 1", "command 2")
    assert header_of(study).invocation == ("assay", "run", "loop", "--quick")


def test_values_of_notes_that_stay_are_those_that_analysis_reads() -> None:
    note = Note("scale", {"work": "c/count", "parameter": "total", "value": "100", "unit_ns": "0.5", "host": SECRET})
    [found] = redacted([[*two_commands(0.965), note]])
    [left] = [one for one in found if isinstance(one, Note) and one.topic == "scale"]
    assert left.values == {key: value for key, value in note.values.items() if key != "host"}
    assert set(left.values) <= set(KEPT_VALUES)


def test_redaction_is_pure() -> None:
    records = secret_commands()
    before = plain(records)
    assert redacted([records]) == redacted([records])
    assert plain(records) == before


def test_the_document_names_every_text_that_does_not_stay() -> None:
    document = (Path(__file__).parents[2] / "docs" / "reading-a-report.md").read_text()
    section = document.partition("## Giving a report away")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(\w+)`", section))
    assert {text.partition(".")[2] for text, fate in FATES.items() if fate.what != STAYS} <= named
