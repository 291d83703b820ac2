"""The machine line: what else ran, and what was out of reach."""

import pytest
from msgspec import structs

from assay.analysis.comparisons import look_at
from assay.analysis.machine import cannot_say, floor_of, loud, machine_line, throttling
from assay.plan.model import Plan
from assay.store.records import MachineLoad, Record
from tests.analysis.made_records import MS, TWENTY, made_family, made_header, made_run, made_trial, spread

FAMILY = made_family("old", "new")
PLAN: Plan = made_header(FAMILY).plan


def loads(
    count: int, window_ms: float, resolution_ns: int, steal_ms: float = 0.0, foreign_ms: float = 0.0
) -> list[Record]:
    load = MachineLoad(round(window_ms * MS), 2, round(steal_ms * MS), round(foreign_ms * MS), resolution_ns)
    return [made_trial("old", number, window_ms, load=load) for number in range(1, count + 1)]


def test_shares_are_of_all_cpu_time() -> None:
    line = machine_line(loads(20, 100, 1000, steal_ms=2, foreign_ms=10), ())
    assert (line.cpus, line.steal_share, line.foreign_share) == (2, pytest.approx(0.01), pytest.approx(0.05))
    assert line.text == "machine: 2 CPUs, steal 1.0 %, foreign CPU 5.0 %"


def test_trials_that_come_out_below_zero_weigh_against_those_above() -> None:
    records = loads(10, 100, 1000, foreign_ms=4) + loads(10, 100, 1000, foreign_ms=-3)
    assert machine_line(records, ()).foreign_share == pytest.approx(0.5 / 200)
    assert machine_line(loads(10, 100, 1000, foreign_ms=-3), ()).foreign_share == 0


def test_a_tick_that_is_coarse_beside_the_trials_makes_the_load_unknown() -> None:
    # 10 ms ticks, 2 CPUs: sqrt(2 * 20) * 10 ms / sqrt(6) = 25.8 ms of 20 * 2 * 20 ms = 800 ms, 3.2 %
    line = machine_line(loads(20, 20, 10 * MS, steal_ms=1), ())
    assert (line.steal_share, line.foreign_share) == (None, None)
    assert line.text == "machine: 2 CPUs, steal and foreign CPU unknown"
    assert any("tick is coarse" in text for text in cannot_say(PLAN, line, {}))


def test_the_tick_does_not_matter_where_the_trials_are_long() -> None:
    line = machine_line(loads(20, 1000, 10 * MS, steal_ms=20), ())  # 25.8 ms of 40 s
    assert line.steal_share == pytest.approx(0.01)
    assert cannot_say(PLAN, line, {}) == ()


def test_what_the_machine_does_not_report_is_unknown() -> None:
    records = [structs.replace(one, load=MachineLoad(100 * MS, 2, -1, 0, 1000)) for one in loads(5, 100, 1000)]
    line = machine_line(records, ())
    assert line.steal_share is None
    assert line.foreign_share == 0.0
    assert line.text == "machine: 2 CPUs, steal unknown, foreign CPU 0 %"
    assert machine_line([], ()).text == "machine: CPUs unknown, steal and foreign CPU unknown"


def test_the_floor_is_the_half_width_of_the_widest_primary_interval() -> None:
    records = made_run(FAMILY, {"old": spread(200, 0.02, 20), "new": spread(200, 0.02, 20, 4)})
    found = look_at(records, FAMILY, TWENTY[0], "full")
    primary = found[0]
    assert floor_of(found) == pytest.approx((primary.high / primary.low) ** 0.5 - 1)
    assert "were out of reach" in machine_line(records, found).text
    assert floor_of(()) is None


def test_a_quota_raises_a_caveat() -> None:
    held = made_trial("old", 1, 10, load=MachineLoad(10 * MS, 2, 0, 0, 1000, throttled_ns=MS))
    assert throttling([held, *loads(3, 10, 1000)]).startswith("a CPU quota held back 1 trial;")
    assert throttling(loads(3, 10, 1000)) == ""


def test_a_loud_machine_is_a_caveat_and_a_quiet_one_is_not() -> None:
    text = loud(machine_line(loads(20, 100, 1000, steal_ms=20, foreign_ms=150), ()))
    assert text.startswith("the hypervisor took 10 % and other programs took 75 % of the CPU time")
    assert loud(machine_line(loads(20, 100, 1000, steal_ms=2, foreign_ms=2), ())) == ""
    assert loud(machine_line([], ())) == ""


def test_more_workers_than_cpus_are_said_to_take_turns() -> None:
    many = structs.replace(PLAN, variants=tuple(structs.replace(one, workers=8) for one in PLAN.variants))
    line = machine_line(loads(5, 100, 1000), ())
    assert "more than 2 workers take turns" in cannot_say(many, line, {})[0]
    assert cannot_say(PLAN, line, {}) == ()
