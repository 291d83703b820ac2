"""The JSON document of a report: of one run as ever, of several a document each and what holds across them.

schema, machines, across      where several runs stand in one report; each of `machines` is the document of one run,
                              with `machine`, `facts` and `toolchains` besides
"""

from typing import Any

from assay.analysis.several import Across, ClaimAcross, MachineRun, Several
from assay.report.document import DEMOTED, SCHEMA, to_json


def document_of(several: Several) -> dict[str, Any]:
    """The document, ready to be dumped."""
    if len(several.runs) == 1:
        return to_json(several.runs[0].findings)
    document = {"schema": SCHEMA, "machines": [_machine(run) for run in several.runs], "across": _holds(several)}
    return {**document, "simulated": True} if several.runs[0].findings.simulated else document


def _machine(run: MachineRun) -> dict[str, Any]:
    """What sets it apart first, then its own document."""
    tools = {
        key: {"name": tool.name, "version": tool.version, "flags": list(tool.flags)}
        for key, tool in run.header.toolchains.items()
    }
    return {"machine": run.machine, "facts": dict(run.header.machine), "toolchains": tools, **to_json(run.findings)}


def _holds(several: Several) -> dict[str, Any]:
    return {
        "sentence": several.sentence,
        "comparisons": [_comparison(one) for one in several.across],
        "claims": [_claim(one) for one in several.claims],
        "differing": list(several.differing),
        "caveats": list(several.caveats),
    }


def _comparison(one: Across) -> dict[str, Any]:
    return {
        "family": one.family,
        "metric": one.metric,
        "baseline": one.baseline,
        "candidate": one.candidate,
        "verdicts": [None if found is None else DEMOTED.get(found.verdict, found.verdict) for found in one.comparisons],
        "sentence": one.sentence,
    }


def _claim(one: ClaimAcross) -> dict[str, Any]:
    return {"id": one.id, "rulings": list(one.rulings), "sentence": one.sentence}
