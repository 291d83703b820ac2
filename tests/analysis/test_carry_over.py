"""Whether whatever ran second took longer."""

from collections.abc import Sequence

from msgspec import structs

from assay.analysis.carry_over import carry_over, carry_over_of_all
from assay.plan.model import Family
from assay.store.records import Header, Record
from tests.analysis.made_records import made_family, made_header, made_run, spread
from tests.analysis.test_comparisons import noise

PAIR = made_family("old", "new")


def with_penalty(records: Sequence[Record], penalty: float) -> list[Record]:
    """Every trial that is not first in its round takes that much longer."""
    changed = []
    for record in records:
        if not isinstance(record, Header) and getattr(record, "position", 0) > 0:
            walls = tuple(round(wall * (1 + penalty)) for wall in record.runs.wall_ns)
            record = structs.replace(record, runs=structs.replace(record.runs, wall_ns=walls))
        changed.append(record)
    return changed


def records_of(family: Family, rounds: int = 40) -> list[Record]:
    shared = spread(200, 0.02, rounds)
    walls = {
        name: [(1 + place / 2) * t * (1 + e) for t, e in zip(shared, _own(rounds, place), strict=True)]
        for place, name in enumerate(family.variants)
    }
    return made_run(family, walls)


def _own(rounds: int, place: int) -> list[float]:
    return noise(rounds) if place == 0 else [value - 1 for value in spread(1, 0.003, rounds, 20 + place)]


def test_a_penalty_for_running_second_is_found_and_sized() -> None:
    line = carry_over(with_penalty(records_of(PAIR), 0.03), PAIR)
    assert line.startswith("whatever ran second in a round takes ")
    size = float(line.split("takes ")[1].split(" %")[0])
    assert 2.8 < size < 3.2
    assert "more time" in line


def test_without_a_penalty_there_is_no_line_although_the_variants_differ() -> None:
    assert carry_over(records_of(PAIR), PAIR) == ""


def test_it_works_for_three_variants_too() -> None:
    family = made_family("old", "new", "newer")
    assert "later than first" in carry_over(with_penalty(records_of(family), 0.03), family)
    assert carry_over(records_of(family), family) == ""


def test_few_rounds_say_nothing() -> None:
    assert carry_over(with_penalty(records_of(PAIR, 7), 0.5), PAIR) == ""


def test_a_line_names_its_family_only_where_there_are_several() -> None:
    records = with_penalty(records_of(PAIR), 0.03)
    plan = made_header(PAIR).plan
    assert carry_over_of_all(records, plan).startswith("whatever")
    other = structs.replace(PAIR, name="other")
    assert carry_over_of_all(records, structs.replace(plan, families=(PAIR, other))).startswith("commands: whatever")
