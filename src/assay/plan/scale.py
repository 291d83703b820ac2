"""How much work a trial does where the study leaves it to a pilot: one total for each work, however it is run.

A work is what the serial and the concurrent variants have in common: language, workload, build, runtime, and all of the
workload's parameters but the one that is looked for. Model, implementation, workers, knobs and settings are not part of
it, so all of them do the same work. The pilot runs it serially; a resumed run takes what the first one found.
"""

from msgspec import Struct, structs

from assay.catalogue import KNOBS, Catalogue
from assay.plan.model import Plan, ProbeWork, Variant

SERIAL = "serial"
LONG_ENOUGH_S = 0.02
"""A pilot that lasts so long tells how long a longer one would take."""
MOST_TIMES = 100
"""Each pilot is at most so many times as large as the one before: the first ones are too short to tell much."""
AIM = 1.5
"""Beyond long enough, so that one more pilot is not needed for a little."""
STARTS = 5
"""Processes that it takes to find one total, about."""
DIGITS = 2
"""Of a total: round numbers are easier to read, and nothing hangs on the others."""


class Pilot(Struct, frozen=True):
    """What is run to find the total of one work."""

    variant: Variant
    calls: int  # of the work, in each trial that the total is for


def work_name(work: ProbeWork) -> str:
    """What all variants of one work share, as a name: "c/count/O2/step=4"."""
    parameters = [f"{word}={value}" for word, value in sorted(work.arguments.items()) if word not in KNOBS]
    return "/".join(filter(None, (work.probe, work.workload, work.build, work.runtime, *parameters)))


def works_of(plan: Plan) -> dict[str, list[str]]:
    """Every work whose total is to be found, by name, with the variants that do it."""
    found: dict[str, list[str]] = {}
    for variant in plan.variants:
        if isinstance(variant.work, ProbeWork) and variant.work.scaled:
            found.setdefault(work_name(variant.work), []).append(variant.name)
    return found


def pilot_of(name: str, like: Variant, catalogue: Catalogue) -> Pilot:
    """How a work is tried: serially, without knobs and settings, and with at least one call that does not count.

    Otherwise as many calls as its trials make: what compiles while it runs is then as far as it will be.
    """
    work = like.work
    assert isinstance(work, ProbeWork)
    own = {word: value for word, value in work.arguments.items() if word not in KNOBS}
    iterations, warmup = int(work.arguments["iterations"]), int(work.arguments["warmup"])
    knobs = {"workers": "1", "tasks": "1", "iterations": str(iterations), "warmup": str(max(1, warmup))}
    serial = structs.replace(
        work,
        model=SERIAL,
        implementation=catalogue.probes[work.probe].models[SERIAL][0],
        arguments={**knobs, "seed": work.arguments["seed"], **own},
        settings={},
    )
    return Pilot(Variant(name=f"pilot of {name}", label=name, work=serial), iterations + warmup)


def next_total(total: int, seconds: float) -> int:
    """How large the next pilot is to be, after one that was too short."""
    return total * max(2, min(MOST_TIMES, round(AIM * LONG_ENOUGH_S / max(seconds, 1e-9))))


def total_for(aim: float, unit_seconds: float) -> int:
    """The total that lasts `aim` seconds, at so many a unit; rounded, and at least 1."""
    return max(1, int(float(f"{aim / unit_seconds:.{DIGITS - 1}e}")))
