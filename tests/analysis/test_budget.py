"""The budget of what threads cost: planted prices times planted counts, and nothing where either is missing."""

import pytest

from assay.analysis.budget import budget_of
from assay.plan.model import Family, Look, Pair, Plan, ProbeWork, Variant
from assay.store.records import Iteration, ProbeReport, Runs, TrialRecord

MS = 1_000_000
PRICES = {"create": 20_000, "switch": 6_000, "share": 10, "lock": 25}
THREADS, SERIAL = "c/count/thread/workers=2", "c/count/serial"


def variant(name: str, workload: str, model: str, workers: int = 1, **arguments: str) -> Variant:
    return Variant(name, name, ProbeWork("c", workload, model, "posix", arguments=arguments), {}, workers)


def made_plan(kinds=tuple(PRICES)) -> Plan:
    priced = tuple(variant(f"c/overhead/serial/kind={kind}", "overhead", "serial", kind=kind) for kind in kinds)
    counted = (variant(SERIAL, "count", "serial"), variant(THREADS, "count", "thread", 2))
    scaling = Family(
        "c", "", (SERIAL, THREADS), (Pair(SERIAL, THREADS, "unit_ns", "scaling"),), (Look(20, 0.05),), kind="scaling"
    )
    costs = Family("costs", "", tuple(one.name for one in priced), (), (Look(20, 0.05),), kind="observation")
    return Plan("made", 1, "full", (*counted, *priced), (scaling, costs))


def trial(
    family: str, name: str, number: int, units: int, wall: int, switches: tuple[int, int], cpu: int
) -> TrialRecord:
    runs = Runs((0,), (wall,), (wall,), (cpu,), (0,), (0,), (switches[0],), (switches[1],), (0,), (0,))
    said = ProbeReport("c", "1", "monotonic", 20.0, 1.0, (Iteration(True, wall, units=units),), True)
    return TrialRecord(family, number, 0, name, "timed", "ok", runs=runs, probe=said)


def made_records(plan: Plan, rounds: int = 20, switches: tuple[int, int] = (4, 2)) -> list[TrialRecord]:
    found = []
    for number in range(1, rounds + 1):
        found.append(trial("c", THREADS, number, 1000, 80 * MS, switches, 160 * MS))
        for name in plan.families[1].variants:
            kind = name.rpartition("=")[2]
            found.append(trial("costs", name, number, 1000, PRICES[kind] * 1000, (0, 0), MS))
    return found


def test_each_cost_is_its_price_times_how_often_it_was_paid():
    plan = made_plan()
    found = budget_of(made_records(plan), plan)
    lines = {line.name: (line.cost_ns, line.count) for line in found.lines}
    assert found.variant == THREADS
    assert lines == {
        "creation": (20_000, 2),
        "switching": (3_000, 4),  # a round trip is two switches
        "scheduling": (3_000, 2),
        "sharing": (10, 0),
        "locking": (25, 0),
    }
    assert found.share == pytest.approx((2 * 20_000 + 4 * 3_000 + 2 * 3_000) / (160 * MS))
    assert (found.low, found.high, found.trials) == (pytest.approx(found.share), pytest.approx(found.share), 20)


def test_more_switches_make_a_larger_share():
    plan = made_plan()
    few, many = (budget_of(made_records(plan, switches=counts), plan) for counts in ((4, 2), (4000, 2000)))
    assert many.share > 100 * few.share


def test_few_trials_have_no_interval():
    plan = made_plan()
    assert budget_of(made_records(plan, rounds=3), plan).low is None


def test_there_is_no_budget_where_a_price_or_the_threads_are_missing():
    plan = made_plan()
    assert budget_of([], plan) is None
    assert budget_of([one for one in made_records(plan) if one.variant != THREADS], plan) is None
    assert budget_of([one for one in made_records(plan) if "lock" not in one.variant], plan) is None
