"""Takes out of records what names a user, a place or a program, so that a report can be given away.

It works on records before they are analysed: what is not in them cannot reach a screen, a document or a picture. What
is a fact of the measurement stays. A study's own words (its title, questions, claims and published tables, the names
of its families and of the variants made from it) stay too: they are what the report is about.

`fates.py` has a row for every text of a record: what becomes of it, and why.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence

from msgspec import structs

from assay.analysis.fates import KEPT_FACTS, KEPT_VALUES
from assay.plan.model import CommandWork, Family, Plan, Refusal, Variant
from assay.store.records import Header, Note, Output, ProbeReport, Record, Runs, Toolchain, TrialRecord

PATH = re.compile(r"(?<![\w/.~-])(?:~|\.{1,2})?/[^\s'\"`,;:()<>|]*")
IN_FLAG = re.compile(r"(?:~|\.{1,2})?/.*")
KERNEL = re.compile(r"^\D*\d+\.\d+")
TEXT_OR_COMMENT = re.compile(
    r'("""(?:\\.|[^\\])*?"""' r"|'''.*?'''" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*')|[ \t]*#[^\n]*", re.DOTALL
)
HIDDEN_PATH = "(path)"
NOT_BUILT = "does not compile"
REDACTED = "redacted before analysis: commands are called by labels; paths, printed output and times of day are gone"


class Labels:
    """What things are called instead, the same in every run of a report: equal things get equal names."""

    def __init__(self) -> None:
        self._given: dict[str, dict[str, str]] = {}

    def of(self, kind: str, thing: str) -> str:
        """ "output 1" for the first one seen."""
        given = self._given.setdefault(kind, {})
        return given.setdefault(thing, f"{kind} {len(given) + 1}")


def redacted(runs: Sequence[Sequence[Record]]) -> list[list[Record]]:
    """The records of each run without what must not be given away."""
    labels = Labels()
    return [_run(records, labels) for records in runs]


def _run(records: Sequence[Record], labels: Labels) -> list[Record]:
    header = records[0]
    assert isinstance(header, Header)
    names = _command_names(header.plan)
    begin = min(
        (start for one in records if isinstance(one, TrialRecord) and one.runs for start in one.runs.started_ns),
        default=0,
    )
    found: list[Record] = []
    for record in records:
        if isinstance(record, Header):
            found.append(_header(record, names, labels))
        elif isinstance(record, TrialRecord):
            found.append(_trial(record, names, labels, begin))
        else:
            found.append(_note(record, names, header.plan.study))
    return [*found, Note(topic="caveat", text=REDACTED)]


def _command_names(plan: Plan) -> dict[str, str]:
    """variant -> label, for those that are a user's own commands."""
    commands = [one.name for one in plan.variants if isinstance(one.work, CommandWork)]
    return {name: f"command {number}" for number, name in enumerate(commands, 1)}


def _header(header: Header, names: Mapping[str, str], labels: Labels) -> Header:
    plan = _plan(header.plan, names)
    text = _study_text(header, names)
    return structs.replace(
        header,
        created=header.created[:10],
        study_text=text,
        study_sha256=hashlib.sha256(text.encode()).hexdigest(),
        files={
            place: _without_comments(text) if place.endswith(".toml") else text for place, text in header.files.items()
        },
        plan=plan,
        machine=_machine(header.machine),
        toolchains={
            names.get(key, key): _toolchain(tool, names.get(key, ""), labels) for key, tool in header.toolchains.items()
        },
        invocation=_invocation(plan),
    )


def _plan(plan: Plan, names: Mapping[str, str]) -> Plan:
    return structs.replace(
        plan,
        variants=tuple(_variant(one, names) for one in plan.variants),
        families=tuple(_family(one, names) for one in plan.families),
        refused=tuple(_refusal(one, names) for one in plan.refused),
    )


def _variant(one: Variant, names: Mapping[str, str]) -> Variant:
    if one.name not in names:
        return one
    label = names[one.name]
    work = CommandWork(label, (label,), shell=isinstance(one.work, CommandWork) and one.work.shell)
    return structs.replace(one, name=label, label=label, work=work, factors=dict.fromkeys(one.factors, label))


def _family(one: Family, names: Mapping[str, str]) -> Family:
    pairs = tuple(
        structs.replace(pair, baseline=names.get(pair.baseline, pair.baseline), candidate=_named(pair.candidate, names))
        for pair in one.pairs
    )
    variants = tuple(_named(name, names) for name in one.variants)
    return structs.replace(one, variants=variants, pairs=pairs, caveats=tuple(_scrubbed(t, names) for t in one.caveats))


def _refusal(one: Refusal, names: Mapping[str, str]) -> Refusal:
    return structs.replace(
        one,
        variant=_named(one.variant, names),
        reason=_scrubbed(one.reason, names),
        remedy=_scrubbed(one.remedy, names),
    )


def _study_text(header: Header, names: Mapping[str, str]) -> str:
    """Of a comparison of commands the words on its command line, labels in their place."""
    if not header.study_text.lstrip().startswith("{"):
        return _without_comments(header.study_text)
    try:
        said = dict(json.loads(header.study_text))
    except ValueError:
        said = {}
    kept = {key: value for key, value in said.items() if not isinstance(value, str | list | dict) or key == "mode"}
    return json.dumps({**kept, "commands": list(names.values()), "names": list(names.values())})


def _without_comments(text: str) -> str:
    """TOML as it is, except for what only its author reads; a text that would then say something else goes."""
    stripped = TEXT_OR_COMMENT.sub(lambda match: match[1] or "", text).lstrip()
    try:
        return stripped if tomllib.loads(stripped) == tomllib.loads(text) else ""
    except tomllib.TOMLDecodeError:
        return ""


def _machine(facts: Mapping[str, str]) -> dict[str, str]:
    kept = {name: fact for name, fact in facts.items() if name in KEPT_FACTS}
    if "kernel" in kept:
        version = KERNEL.match(kept["kernel"])
        kept["kernel"] = version[0] if version else "not told"
    return kept


def _toolchain(tool: Toolchain, label: str, labels: Labels) -> Toolchain:
    if label:
        return Toolchain(f"program of {label}", labels.of("file", tool.version))
    return structs.replace(tool, path="", flags=tuple(IN_FLAG.sub(HIDDEN_PATH, flag) for flag in tool.flags))


def _invocation(plan: Plan) -> tuple[str, ...]:
    commands = [one.name for one in plan.variants if isinstance(one.work, CommandWork)]
    quick = ["--quick"] if plan.mode == "quick" else []
    return ("assay", *(["compare", *commands] if commands else ["run", plan.study]), *quick)


def _trial(trial: TrialRecord, names: Mapping[str, str], labels: Labels, begin: int) -> TrialRecord:
    return structs.replace(
        trial,
        variant=_named(trial.variant, names),
        reason="",
        runs=_started(trial.runs, begin) if trial.runs else None,
        probe=_probe(trial.probe) if trial.probe else None,
        output=_output(trial.output, labels) if trial.output else None,
    )


def _started(runs: Runs, begin: int) -> Runs:
    """A machine's clock tells how long it has been up."""
    return structs.replace(runs, started_ns=tuple(start - begin for start in runs.started_ns))


def _probe(probe: ProbeReport) -> ProbeReport:
    flags = " ".join(IN_FLAG.sub(HIDDEN_PATH, flag) for flag in probe.flags.split())
    return structs.replace(probe, answer_expected="", answer_found="", flags=flags)


def _output(output: Output, labels: Labels) -> Output:
    lines = [labels.of("text", line) for line in output.head.splitlines()]
    return structs.replace(output, sha256=labels.of("output", output.sha256), head="\n".join(lines))


def _note(note: Note, names: Mapping[str, str], study: str) -> Note:
    """Values by their keys; a key may be a variant's name too."""
    changed: dict[str, Callable[[str], str]] = {
        "variant": lambda value: _named(value, names),
        "reason": lambda value: NOT_BUILT if value.startswith(NOT_BUILT) else _scrubbed(value, names),
        "remedy": lambda value: _scrubbed(value, names),
        "study": lambda value: study,
    }
    values = {
        _named(key, names): changed[key](value) if key in changed else value
        for key, value in note.values.items()
        if key in changed or key in KEPT_VALUES or key in names or note.topic == "bundle"
    }
    return structs.replace(note, values=values, text=_scrubbed(note.text, names))


def _named(name: str, names: Mapping[str, str]) -> str:
    return names.get(name, name)


def _scrubbed(text: str, names: Mapping[str, str]) -> str:
    """Without paths, and with commands by their labels."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", names[name], text)
    return PATH.sub(HIDDEN_PATH, text)
