"""Where an answer comes from: whose claims they are, on which machine, with which compilers and runtimes."""

from collections.abc import Sequence

from assay.analysis.model import ClaimRuling, Findings
from assay.analysis.rulings import NOT_MEASURED, measured_claim
from assay.plan.model import ProbeWork
from assay.report.answer import splits_of
from assay.store.records import Header
from assay.units import duration_text, plural
from assay.wording import about_percent_text

MOST_TOOLS = 4
"""More compilers and runtimes than this are counted; all of them stand with the machine."""


def source_text(claims: Sequence[ClaimRuling]) -> str:
    """ "Somebody 2020, "Threads and loops"; and 4 more", that of the answered claim first."""
    found = list(dict.fromkeys((one.source, one.title) for one in claims))
    answered = measured_claim(claims)
    found.sort(key=lambda one: answered is None or one[0] != answered.source)
    if not found:
        return ""
    name, title = found[0]
    others = [one for one, _ in found[1:]]
    more = f"; and {', '.join(others)}" if others else ""
    return f'{name}, "{title}"{more}' if title else f"{name}{more}"


def decided_text(claims: Sequence[ClaimRuling], simulated: bool = False) -> str:
    """How many claims were measured, and how many were decided by what is printed."""
    waiting = [one for one in claims if NOT_MEASURED in one.caveats]
    counts = (
        ("drawn by law, not measured" if simulated else "measured here", "here"),
        ("recomputed from the documents' own numbers", "their numbers"),
        ("read off what they say or do", "their method"),
    )
    found = [
        (sum(one.basis == basis and NOT_MEASURED not in one.caveats for one in claims), words)
        for words, basis in counts
    ]
    found.append((len(waiting), "not measured in this run"))
    return "; ".join(f"{number} {words}" for number, words in found if number)


def machine_text(header: Header, findings: Findings, claim: ClaimRuling | None) -> str:
    """ "Intel Xeon, 2 CPUs, a virtual machine; gcc 12.2.0 -O2": what a figure cannot be judged without."""
    facts = header.machine
    cpus = plural(findings.machine.cpus, "CPU") if findings.machine.cpus else ""
    virtual = "a virtual machine" if facts.get("virtual_machine") == "yes" else ""
    tools = _tools(header, findings, claim)
    pieces = [", ".join(filter(None, (facts.get("cpu_model", ""), cpus, virtual))), tools]
    effort = "" if findings.simulated else f"{duration_text(findings.seconds)} of measuring in all"
    return "; ".join(filter(None, (*pieces, _load(findings), effort)))


def _tools(header: Header, findings: Findings, claim: ClaimRuling | None) -> str:
    """Of the variants that the claim was ruled on; of all where there is none."""
    names = {one.variant for one in splits_of(findings, claim)} if claim else set()
    works = [one.work for one in header.plan.variants if isinstance(one.work, ProbeWork)]
    if names:
        works = [one.work for one in header.plan.variants if one.name in names and isinstance(one.work, ProbeWork)]
    keys = dict.fromkeys("/".join(filter(None, (one.probe, one.build, one.runtime))) for one in works)
    found: dict[str, list[str]] = {}
    for tool in (header.toolchains[key] for key in keys if key in header.toolchains):
        flags = [flag for flag in tool.flags if flag.startswith("-O")]
        found.setdefault(f"{tool.name} {tool.version}", []).append(" ".join(flags))
    texts = [f"{name} {' and '.join(filter(None, flags))}".strip() for name, flags in found.items()]
    return ", ".join(texts) if len(texts) <= MOST_TOOLS else f"{len(texts)} compilers and runtimes"


def _load(findings: Findings) -> str:
    machine = findings.machine
    if findings.simulated or machine.foreign_share is None or machine.steal_share is None:
        return ""
    other = about_percent_text(machine.foreign_share)
    return f"other programs took {other} of its CPU time, the hypervisor {about_percent_text(machine.steal_share)}"
