"""Studies of many families made by hand: eight languages, a batch and who waits in it, workers on threads."""

from assay.analysis.analyse import analyse
from assay.analysis.model import Findings
from assay.plan.model import Family, Look, Pair, Variant
from assay.store.records import Record
from tests.analysis.made_scaling import (
    SIZES,
    WORK,
    Planted,
    made_plan,
    made_run,
    named,
    scaling_family,
)

ASKED = "Does each language's own count scale to two workers?"
BUILDS = "What does it take to be compiled?"
WAITING = "Seventeen tasks, the longest first: who waits for whom?"
MAPPING = "On how many kernel threads do sixteen workers lie?"
SCALED = {
    "c": {"thread": 1.97, "pool": 1.96},
    "cpp": {"thread": 1.96, "stealing": 1.95},
    "csharp": {"thread": 1.93},
    "go": {"coroutine": 1.96, "pool": 1.95},
    "java": {"thread": 1.95, "virtual": 1.94},
    "node": {"thread": 1.90},
    "python": {"thread": 1.01, "process": 1.93},
    "rust": {"thread": 1.97},
}
ALONE_MS = {"python": 150.0, "java": 110.0}
COLD = {"java": 2.4, "csharp": 1.6, "node": 1.3, "python": 1.02}
DISCIPLINE = ("c/batch/thread/workers=17", "c/batch/pool/workers=2", "go/batch/coroutine/workers=17")
HELD = ("c/count/thread/workers=16", "go/count/coroutine/workers=16", "python/count/coroutine/workers=16")


def languages() -> Findings:
    """A question with a family for each of eight languages, and one with five comparisons."""
    return analyse(language_records(), "runs/2026-01-02-made-1")


def language_records() -> list[Record]:
    """What they were found in."""
    families = tuple(
        scaling_family(name, dict.fromkeys(ways, 2), ASKED, gate=name != "node") for name, ways in SCALED.items()
    )
    builds = [named(name, "serial", 1) for name in ("c", "cpp", "rust", "go", "java")]
    pairs = tuple(Pair(builds[0], name, WORK) for name in builds[1:])
    compared = Family("builds", BUILDS, tuple(builds), pairs, (Look(20, 0.05),), 0.03)
    plan = made_plan((*families, compared), total="100000000")
    return made_run(plan, _counting)


def _counting(variant: Variant) -> Planted:
    if variant.work.workload == "spin":
        return Planted(80.0 if variant.workers == 1 else 80.0 / 1.98)
    alone = ALONE_MS.get(variant.work.probe, 80.0)
    scaled = SCALED[variant.work.probe].get(variant.work.model, 1.0) if variant.workers > 1 else 1.0
    cpus = 1.02 if scaled < 1.5 else 1.97
    return Planted(alone / scaled, COLD.get(variant.work.probe, 0.0), cpus=cpus if variant.workers > 1 else 1.0)


def waiting() -> Findings:
    """A batch under three disciplines, and how workers lie on kernel threads."""
    pairs = tuple(Pair(DISCIPLINE[0], name, "work_wall_ns", "elapsed") for name in DISCIPLINE[1:])
    batch = Family("batch", WAITING, DISCIPLINE, pairs, (Look(20, 0.05),), 0.05, "response")
    threads = Family("threads", MAPPING, HELD, (), (Look(3, 0.05),), kind="observation")
    plan = made_plan((batch, threads), hold="1")
    return analyse(made_run(plan, _batch, sizes=SIZES), "runs/2026-01-02-made-2")


def _batch(variant: Variant) -> Planted:
    if variant.work.workload == "count":
        seen = {"c": 16, "go": 3, "python": 1}[variant.work.probe]
        return Planted(10.0, workers=seen, threads=seen + (5 if variant.work.probe == "go" else 1), alive=16.0)
    response = {"thread": 6.7, "pool": 13.8, "coroutine": 9.6}[variant.work.model]
    return Planted(400.0, response=response, alive=2.0 if variant.workers == 2 else 8.4, cpus=1.98, overlap=0.02)


def loud_languages() -> Findings:
    """Quick, and too much went on: two languages, no intervals."""
    families = tuple(scaling_family(name, {"thread": 2}, ASKED) for name in ("c", "python"))
    plan = made_plan(families, mode="quick")
    return analyse(made_run(plan, _counting, foreign_ns=200_000_000), "runs/2026-01-02-made-3")
