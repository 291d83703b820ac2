"""How workers lie on kernel threads, as counted: each on its own (1:1), all on one (N:1), or many on a few (N:M).

Read off observation families in which every worker stays until all tasks are there (`hold=1`, or a pool, whose workers
stay anyway): then the distinct kernel threads that did the work are as many as there were at once. It takes at least
twice as many workers as CPUs; with fewer, a runtime that shares a few threads looks like one that makes one for each.
"""

from collections.abc import Sequence

from assay.analysis.concurrency import cpus_allowed, cpus_for, warm
from assay.analysis.measured import trials_of
from assay.analysis.model import ThreadMapping
from assay.plan.model import OBSERVATION, Plan, ProbeWork, Variant
from assay.store.records import ProbeReport, Record

TELLING = 2
"""Workers for each CPU from which on a mapping can be told."""
STAY = ("pool", "stealing")
"""Models whose workers are made once and stay: `hold` is not for them."""


def mappings(records: Sequence[Record], plan: Plan) -> tuple[ThreadMapping, ...]:
    """One for each variant with workers of each observation family in which they stayed."""
    cpus = cpus_allowed(records)
    variants = {variant.name: variant for variant in plan.variants}
    found = []
    for family in plan.families:
        if family.kind != OBSERVATION:
            continue
        trials = trials_of(records, family.name)
        for name in family.variants:
            reports = [one.probe for one in trials if one.variant == name and one.outcome == "ok" and one.probe]
            if reports and variants[name].workers > 1 and stays(variants[name]):
                found.append(mapping(family.name, variants[name], reports, cpus))
    return tuple(found)


def stays(variant: Variant) -> bool:
    """Whether all workers were there at once."""
    work = variant.work
    return isinstance(work, ProbeWork) and (work.arguments.get("hold") == "1" or work.model in STAY)


def mapping(family: str, variant: Variant, reports: Sequence[ProbeReport], cpus: int) -> ThreadMapping:
    """What the counts of one variant come to."""
    assert isinstance(variant.work, ProbeWork)
    counts = [one.workers_seen for one in warm(reports)]
    fewest, most = min(counts, default=0), max(counts, default=0)
    known = [report.threads for report in reports if report.threads >= 0]
    word, why = word_for(variant, (fewest, most), cpus_for(variant, cpus))
    return ThreadMapping(
        family=family,
        variant=variant.name,
        model=variant.work.model,
        workers=variant.workers,
        fewest=fewest,
        most=most,
        process_threads=max(known) if known else None,
        word=word,
        why=why,
    )


def word_for(variant: Variant, seen: tuple[int, int], cpus: int) -> tuple[str, str]:
    """(mapping, why it cannot be told) of so many workers seen, at fewest and at most."""
    assert isinstance(variant.work, ProbeWork)
    fewest, most = seen
    if most < 1:
        return "not told apart", "its workers were not stamped"
    if variant.work.model == "process" or variant.work.implementation == "processes":
        return ("a process each", "") if fewest == most == variant.workers else _fewer(fewest, variant.workers)
    if variant.workers < TELLING * cpus:
        return "not told apart", f"it takes {TELLING * cpus} workers on {cpus} CPUs, {variant.workers} were asked for"
    if fewest == variant.workers:
        return "1:1", ""
    return ("N:1", "") if most == 1 else ("N:M", "")


def _fewer(fewest: int, workers: int) -> tuple[str, str]:
    return "not told apart", f"{fewest} processes did the work of {workers} workers"
