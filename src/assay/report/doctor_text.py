"""What `assay doctor` says: what this machine can and cannot answer, what is installed, what to change."""

from typing import Any

from msgspec import Struct, structs, to_builtins

from assay.analysis.capabilities import Capability
from assay.analysis.examined import FINE, MIND, UNKNOWN, Condition, Moment
from assay.report.layout import Line, to_text
from assay.units import duration_text
from assay.wording import about_percent_text

STYLES = {"yes": "green", "partly": "yellow", "no": "red", FINE: "green", MIND: "yellow", UNKNOWN: "dim"}
SHOWN = {"cpu_model": "processor", "memory": "memory", "kernel": "kernel", "architecture": "architecture"}
"""Fact -> what it is called on screen, of those that no condition tells."""


class ToolLine(Struct, frozen=True):
    """One program that a part of Assay needs."""

    needed_for: str
    name: str
    found: str  # its version; "" where it is missing
    remedy: str = ""  # the command that installs it


class Checkup(Struct, frozen=True):
    """All that was found out."""

    facts: dict[str, str]
    moment: Moment
    seconds: float  # that the machine was listened to
    capabilities: tuple[Capability, ...]
    conditions: tuple[Condition, ...]
    tools: tuple[ToolLine, ...]


def doctor_text(checkup: Checkup, width: int, *, color: bool = False) -> str:
    """The check-up on a terminal."""
    return to_text(doctor_lines(checkup), width, color=color)


def doctor_lines(checkup: Checkup) -> list[Line]:
    """Questions first, then what is installed, then the machine; at the end what to change."""
    lines = [Line("what this machine can answer", style="bold")]
    for one in checkup.capabilities:
        lines.append(Line(f"{one.answer:<7} {one.question}: {one.why}", indent=2, hang=8, style=STYLES[one.answer]))
    lines += [Line(), Line("what is installed", style="bold"), *map(tool_line, checkup.tools)]
    lines += [Line(), Line("this machine", style="bold"), *facts_lines(checkup)]
    lines += map(condition_line, checkup.conditions)
    lines += [Line(), Line("what would help (nothing is changed by itself)", style="bold"), *changes(checkup)]
    return lines


def condition_line(one: Condition) -> Line:
    """What was seen, what it means, and for which questions."""
    text = f"{one.state:<7} {one.name}: {one.seen}" + (f": {one.means}" if one.means else "")
    for_what = f"matters for {', '.join(one.matters_for)}" if one.state == MIND else ""
    return Line(text, more=(for_what,) if for_what else (), joint="; ", indent=2, hang=8, style=STYLES[one.state])


def tool_line(tool: ToolLine) -> Line:
    """One program: its version, or that it is missing."""
    answer = "yes" if tool.found else "no"
    text = f"{tool.name} {tool.found}" if tool.found else f"{tool.name} is missing"
    return Line(f"{answer:<7} {tool.needed_for}: {text}", indent=2, hang=8, style=STYLES[answer])


def facts_lines(checkup: Checkup) -> list[Line]:
    """What it is, none of it broken between a number and its unit; and how long it was listened to."""
    told = [f"{name} {checkup.facts[fact]}" for fact, name in SHOWN.items() if fact in checkup.facts]
    first, *others = told or ["it tells nothing of itself"]
    return [Line(first, more=tuple(others), joint="; ", indent=2, hang=0), Line(now_words(checkup), indent=2)]


def now_words(checkup: Checkup) -> str:
    """What went on while we listened."""
    steal, foreign = map(share_text, (checkup.moment.steal_share, checkup.moment.foreign_share))
    return f"during the last {duration_text(checkup.seconds)}: steal {steal}, foreign CPU {foreign} of all CPU time"


def share_text(share: float | None) -> str:
    """A measured share, or that it is unknown."""
    return "unknown" if share is None else about_percent_text(share)


def changes(checkup: Checkup) -> list[Line]:
    """Each remedy once, with all it is good for."""
    wanted: dict[str, list[str]] = {}
    for one in checkup.conditions:
        if one.change and one.state == MIND:
            wanted.setdefault(one.change, []).append(one.name)
    for question in checkup.capabilities:
        if question.change and not any(one.change and one.change in question.change for one in checkup.conditions):
            wanted.setdefault(question.change, []).append(question.question)
    for tool in checkup.tools:
        if not tool.found and tool.remedy:
            wanted.setdefault(tool.remedy, []).append(tool.needed_for)
    if not wanted:
        return [Line("nothing", indent=2)]
    return [Line(f"{change} (for {', '.join(dict.fromkeys(names))})", indent=2) for change, names in wanted.items()]


def doctor_document(checkup: Checkup) -> dict[str, Any]:
    """The check-up as values, for --json."""
    return {
        "schema": "assay/1",
        "machine": checkup.facts,
        "now": to_builtins(checkup.moment) | {"seconds": checkup.seconds},
        "capabilities": [structs.asdict(one) for one in checkup.capabilities],
        "conditions": [structs.asdict(one) for one in checkup.conditions],
        "tools": [structs.asdict(tool) for tool in checkup.tools],
    }
