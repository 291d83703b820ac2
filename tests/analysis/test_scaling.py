"""How far workers carry: against the CPUs, against the ceiling of the same rounds, and as a serial share."""

import pytest
from msgspec import structs

from assay.analysis.analyse import analyse
from assay.stats.scaling import amdahl
from tests.analysis.made_scaling import Planted, made_plan, made_run, scaling_family

FAMILY = scaling_family("java", {"thread": 2})


def plant(scaled=1.9, ceiling=1.98, gate=1.0, units=1000):
    """Serial takes 100 ms; spin's threads do other totals than its serial variant, so only a unit's time tells."""

    def of(variant):
        if variant.work.workload == "spin":
            return Planted(60.0, units=500) if variant.workers == 1 else Planted(120.0 / ceiling, units=1000)
        if variant.work.model == "serial":
            return Planted(100.0, units=units)
        return Planted(100.0 * gate, units=units) if variant.workers == 1 else Planted(200.0 / scaled, units=2 * units)

    return of


def scaled(plan=None, of=None, **run):
    (found,) = analyse(made_run(plan or made_plan((FAMILY,)), of or plant(), **run)).scaling
    return found


def test_scaling_efficiency_and_ceiling_are_per_unit_of_work():
    found = scaled()
    assert (found.variant, found.workers, found.cpus) == ("java/count/thread/workers=2", 2, 2)
    assert found.scaling.value == pytest.approx(1.9, rel=0.002)
    assert found.efficiency.value == pytest.approx(found.scaling.value / 2)
    assert found.ceiling.value == pytest.approx(1.98, rel=0.002)
    assert found.of_ceiling.value == pytest.approx(1.9 / 1.98, rel=0.003)
    assert found.throughput == pytest.approx(2000 / (0.2 / 1.9), rel=0.01)


def test_every_one_of_them_has_an_interval_around_it():
    found = scaled()
    for one in (found.scaling, found.efficiency, found.ceiling, found.of_ceiling, found.karp_flatt):
        assert one.low < one.value < one.high
        assert one.rounds == 20


def test_the_family_shares_its_error_among_all_the_intervals_it_prints():
    assert FAMILY.comparisons == 4  # work gate, scaling, ceiling, share of the ceiling
    assert {one.level for one in (scaled().scaling, scaled().of_ceiling)} == {1 - 0.05 / 4}


def test_the_share_of_the_ceiling_is_taken_within_each_round():
    """Every second round, work on two CPUs takes a tenth longer: both ratios spread, their quotient does not."""
    records = made_run(made_plan((FAMILY,)), plant(), spread=0.0)

    def slowed(record):
        if getattr(record, "round", 0) % 2 == 0 or "workers=2" not in getattr(record, "variant", ""):
            return record
        each = [structs.replace(one, work_wall_ns=one.work_wall_ns * 11 // 10) for one in record.probe.iterations]
        return structs.replace(record, probe=structs.replace(record.probe, iterations=tuple(each)))

    (found,) = analyse([slowed(record) for record in records]).scaling
    assert found.scaling.high / found.scaling.low > 1.05
    assert found.of_ceiling.high / found.of_ceiling.low == pytest.approx(1, abs=1e-6)


def test_karp_flatt_is_the_serial_share_that_amdahl_would_need():
    found = scaled()
    assert amdahl(found.karp_flatt.value, 2) == pytest.approx(found.scaling.value)
    assert amdahl(found.karp_flatt.low, 2) == pytest.approx(found.scaling.high)
    assert amdahl(found.karp_flatt.high, 2) == pytest.approx(found.scaling.low)


def test_one_cpu_gives_no_serial_share_and_full_efficiency_at_scaling_one():
    found = scaled(of=plant(scaled=1.0, ceiling=1.0), cpus="1")
    assert found.karp_flatt is None
    assert (found.cpus, found.efficiency.value) == (1, found.scaling.value)


def test_more_workers_than_cpus_are_held_against_the_cpus():
    family = scaling_family("java", {"thread": 4})
    found = scaled(made_plan((family,)))
    assert (found.workers, found.cpus) == (4, 2)
    assert found.efficiency.value == pytest.approx(0.95, rel=0.003)
    assert found.of_ceiling is not None


def test_a_ceiling_of_four_threads_says_nothing_of_two_on_four_cpus():
    family = scaling_family("java", {"pool": 2, "thread": 4})
    two, four = analyse(made_run(made_plan((family,)), plant(), cpus="4")).scaling
    assert (two.of_ceiling, two.ceiling) == (None, None)
    assert "the ceiling was measured with 4 threads" in two.caveats[-1]
    assert four.of_ceiling is not None


def test_without_a_ceiling_its_family_says_why():
    pairs = tuple(pair for pair in FAMILY.pairs if pair.role != "ceiling")
    family = structs.replace(FAMILY, pairs=pairs, variants=FAMILY.variants[:3], caveats=("no room for a ceiling",))
    found = scaled(made_plan((family,)))
    assert (found.ceiling, found.of_ceiling) == (None, None)
    assert "no room for a ceiling" in found.caveats


def test_loud_rounds_leave_no_intervals():
    found = scaled(foreign_ns=100_000_000)
    assert (found.scaling.low, found.of_ceiling.low, found.karp_flatt.low) == (None, None, None)
    assert found.scaling.value == pytest.approx(1.9, rel=0.01)


def test_the_word_and_the_work_gate_stand_beside_it():
    found = scaled()
    assert (found.word, found.gate_passed) == ("parallel", True)
    failed = scaled(of=plant(gate=1.2))
    assert not failed.gate_passed
    assert any("not the same work" in caveat for caveat in failed.caveats)


def test_the_ceiling_is_nobodys_question():
    found = analyse(made_run(made_plan((FAMILY,)), plant()))
    assert found.ceilings == ("c/spin/serial", "c/spin/thread/workers=2")
    assert [split.name for split in found.splits] == ["java/count/thread/workers=2"]
    assert not any("spin" in one.variant for one in found.scaling)
