"""How a difference splits."""

import pytest

from assay.analysis.comparisons import look_at
from assay.analysis.model import Comparison
from assay.analysis.parts import parts_of, tells
from assay.store.records import Record
from tests.analysis.made_records import MS, TWENTY, made_family, made_runs, made_trial

FAMILY = made_family("old", "new")


def records_of(new_user_ms: float, rounds: int = 20, cpus: float = 1, old_user_ms: float = 80) -> list[Record]:
    """Old takes 80 ms of user CPU, 1 of system, 1 of waiting; new the same but for its user CPU."""
    found: list[Record] = []
    for number in range(1, rounds + 1):
        for name, user in (("old", old_user_ms), ("new", new_user_ms)):
            user_ns = round((user + number / 1000) * MS)
            runs = made_runs([user_ns + 2 * MS], user_ns=[round(user_ns * cpus)], system_ns=[MS])
            found.append(made_trial(name, number, 1, runs=runs))
    return found


def primary(records: list[Record]) -> Comparison:
    return look_at(records, FAMILY, TWENTY[0], "full")[0]


def test_the_parts_of_the_median_difference_add_up() -> None:
    records = records_of(78)
    found = {part.name: part for part in parts_of(records, primary(records))}
    whole = found["wall"].difference.value
    assert whole == pytest.approx(-2 * MS)
    parts = (found[name].difference.value for name in ("user CPU", "system CPU", "off-CPU"))
    assert sum(parts) == pytest.approx(whole)


def test_only_a_part_whose_interval_excludes_zero_tells() -> None:
    records = records_of(78)
    assert [part.name for part in parts_of(records, primary(records)) if tells(part)] == ["wall", "user CPU"]


def test_a_tree_on_several_cpus_has_no_off_cpu_part() -> None:
    records = records_of(78, cpus=1.9)
    assert "off-CPU" not in {part.name for part in parts_of(records, primary(records))}


def test_too_few_rounds_for_the_level_of_five_parts_tell_nothing() -> None:
    records = records_of(78, rounds=7)
    parts = parts_of(records, primary(records))
    assert parts
    assert not any(tells(part) for part in parts)


def test_a_run_of_less_than_ten_ticks_has_its_cpu_time_in_one_part() -> None:
    for old, new in ((8, 6), (8, 80), (80, 8)):
        records = records_of(new, old_user_ms=old)
        found = {part.name: part.difference.value for part in parts_of(records, primary(records))}
        assert not {"user CPU", "system CPU"} & found.keys()
        assert found["CPU"] + found["off-CPU"] == pytest.approx(found["wall"])


def test_a_run_of_ten_ticks_or_more_has_user_and_system_apart() -> None:
    records = records_of(39, old_user_ms=39)  # and 1 ms of system CPU
    assert {"user CPU", "system CPU"} <= {part.name for part in parts_of(records, primary(records))}
