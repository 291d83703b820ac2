"""What `assay doctor` says: what this machine can and cannot answer, what is installed, what to change."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, structs

from assay.analysis.capabilities import Capability, Moment
from assay.report.layout import Line, to_text
from assay.units import duration_text
from assay.wording import about_percent_text

STYLES = {"yes": "green", "partly": "yellow", "no": "red"}
SHOWN = {
    "cpu_model": "processor",
    "cpus_allowed": "CPUs allowed",
    "cpus_online": "CPUs online",
    "threads_per_core": "threads per core",
    "governor": "governor",
    "boost": "boost",
    "cpu_quota": "CPU quota",
    "memory": "memory",
    "memory_limit": "memory limit",
    "swap": "swap",
    "kernel": "kernel",
    "architecture": "architecture",
    "clocksource": "clock",
    "transparent_huge_pages": "huge pages",
    "address_randomisation": "random addresses",
    "virtual_machine": "virtual machine",
    "container": "container",
    "perf_event_paranoid": "perf_event_paranoid",
    "hardware_counters": "hardware counters",
}
"""Fact -> what it is called on screen."""
UNSAID = ("governor", "threads_per_core", "boost")
"""Facts whose absence is worth a word: a guest is often not told."""


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
    lines += [Line(), Line("this machine", style="bold"), facts_line(checkup.facts)]
    lines.append(Line(now_words(checkup), indent=2))
    lines += [Line(), Line("what would help", style="bold"), *changes(checkup)]
    return lines


def tool_line(tool: ToolLine) -> Line:
    """One program: its version, or that it is missing."""
    answer = "yes" if tool.found else "no"
    text = f"{tool.name} {tool.found}" if tool.found else f"{tool.name} is missing"
    return Line(f"{answer:<7} {tool.needed_for}: {text}", indent=2, hang=8, style=STYLES[answer])


def facts_line(facts: Mapping[str, str]) -> Line:
    """All facts, none of them broken between a number and its unit."""
    first, *others = fact_words(facts)
    return Line(first, more=tuple(others), joint="; ", indent=2, hang=0)


def fact_words(facts: Mapping[str, str]) -> list[str]:
    """Every fact with its name, and the ones that are missing although they matter."""
    told = [f"{name} {facts[fact]}" for fact, name in SHOWN.items() if fact in facts]
    return told + [f"{SHOWN[fact]} unknown" for fact in UNSAID if fact not in facts]


def now_words(checkup: Checkup) -> str:
    """What went on while we listened."""
    steal, foreign = map(share_text, (checkup.moment.steal_share, checkup.moment.foreign_share))
    return f"during the last {duration_text(checkup.seconds)}: steal {steal}, foreign CPU {foreign} of all CPU time"


def share_text(share: float | None) -> str:
    """A measured share, or that it is unknown."""
    return "unknown" if share is None else about_percent_text(share)


def changes(checkup: Checkup) -> list[Line]:
    """Each remedy once; nothing is changed by Assay itself."""
    wanted = [f"{one.change} (for {one.question})" for one in checkup.capabilities if one.change]
    wanted += [f"{tool.remedy} (for {tool.needed_for})" for tool in checkup.tools if not tool.found and tool.remedy]
    if not wanted:
        return [Line("nothing", indent=2)]
    return [Line(text, indent=2) for text in dict.fromkeys(wanted)]


def doctor_document(checkup: Checkup) -> dict[str, Any]:
    """The check-up as values, for --json."""
    return {
        "schema": "assay/1",
        "machine": checkup.facts,
        "now": structs.asdict(checkup.moment) | {"seconds": checkup.seconds},
        "capabilities": [structs.asdict(one) for one in checkup.capabilities],
        "tools": [structs.asdict(tool) for tool in checkup.tools],
    }
