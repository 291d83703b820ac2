"""No claim can come out only one way: other published numbers would have given another ruling."""

import itertools
from pathlib import Path

import pytest
from msgspec import structs

from assay.analysis.rulings import rule_one
from assay.analysis.rulings_arithmetic import rule_on_numbers, values_of
from assay.study.claim_model import Between, ClosedForm, Condition, Equals
from assay.study.claims import claim_files, read_claims
from assay.study.formula import FormulaError

STUDIES = Path(__file__).parents[2] / "studies"
GROUPS = {
    group.study: group
    for study in ("count", "workers", "keyclass", "batch", "primitives")
    for group in read_claims(claim_files(STUDIES / study))
}
FACTORS = (0.0, 0.1, 0.5, 2.0, 10.0)
BATCHES = {"batch-3": (2, 4, 8, 16, 32, 64), "batch-12": (1, 1, 1, 1, 1, 1)}
"""Claims that one changed cell does not turn, with the batch sizes that would: doubled ones give nearly one factor from
size to size, and a batch of one has no order.
"""


def claims_with(*kinds):
    return [(group, claim) for group in GROUPS.values() for claim in group.claims if isinstance(claim.rule, kinds)]


def named(pairs):
    return {"argvalues": pairs, "ids": [claim.id for _, claim in pairs]}


def ruling_of(claim, group):
    return rule_one(claim, group, None).ruling


def formula(value):
    return f"[{', '.join(map(repr, value))}]" if isinstance(value, tuple) else repr(value)


def with_rule(claim, **formulas):
    return structs.replace(claim, rule=structs.replace(claim.rule, **{k: formula(v) for k, v in formulas.items()}))


def shifted(value):
    return tuple(v * 3 + 1 for v in value) if isinstance(value, tuple) else value * 3 + 1


@pytest.mark.parametrize(("group", "claim"), **named(claims_with(Equals)))
def test_a_printed_number_that_agrees_holds_and_one_that_does_not_does_not(group, claim):
    derived = values_of(claim, group.tables)["derived"]
    assert ruling_of(with_rule(claim, printed=derived), group) == "holds"
    assert ruling_of(with_rule(claim, printed=shifted(derived)), group) == claim.rule.otherwise != "holds"


@pytest.mark.parametrize(("group", "claim"), **named(claims_with(Between)))
def test_a_printed_range_that_holds_all_holds_and_one_that_does_not_does_not(group, claim):
    derived = values_of(claim, group.tables)["derived"]
    assert ruling_of(with_rule(claim, low=min(derived), high=max(derived)), group) == "holds"
    for narrow in ({"low": min(derived) + 1, "high": max(derived)}, {"low": min(derived), "high": max(derived) - 1}):
        assert ruling_of(with_rule(claim, **narrow), group) == claim.rule.otherwise != "holds"


@pytest.mark.parametrize(("group", "claim"), **named(claims_with(ClosedForm)))
def test_a_closed_form_comes_out_each_of_four_ways(group, claim):
    values = values_of(claim, group.tables)
    true = values["if_true"]
    true = true if isinstance(true, tuple) else (true,) * len(values["published"])
    seen = {
        ruling_of(with_rule(claim, published=true), group),
        ruling_of(with_rule(claim, published=values["if_artefact"]), group),
        ruling_of(with_rule(claim, published=shifted(shifted(true))), group),
        ruling_of(with_rule(claim, if_true=values["published"], if_artefact=values["published"]), group),
    }
    assert seen == {"holds", "artefact", "unsupported", "cannot tell"}


@pytest.mark.parametrize(("group", "claim"), **named(claims_with(Condition)))
def test_some_other_published_numbers_turn_a_condition(group, claim):
    rulings = {ruling_of(claim, group)}
    for tables in other_tables(claim, group):
        rulings.add(ruling_with(claim, group, tables))
        if len(rulings - {None}) > 1:
            break
    assert rulings - {None} == {"holds", claim.rule.otherwise}


def ruling_with(claim, group, tables):
    try:
        return ruling_of(claim, structs.replace(group, tables=tables))
    except FormulaError:  # a table without any sense left in it
        return None


def other_tables(claim, group):
    """The group's tables with one cell, one column or one row made larger or smaller, one at a time."""
    if claim.id in BATCHES:
        cells = {(row, 1): size for row, size in enumerate(BATCHES[claim.id])}
        yield group.tables | {"computations": with_cells(group.tables["computations"], cells)}
    for name, factor in itertools.product(group.tables, FACTORS):
        table = group.tables[name]
        numeric = [p for p in spots(table) if is_number(table.rows[p[0]][p[1]])]
        areas = [[spot] for spot in numeric]
        areas += [[s for s in numeric if s[1] == column] for column in range(1, len(table.columns))]
        areas += [[s for s in numeric if s[0] == row] for row in range(len(table.rows))]
        for area in areas:
            cells = {(row, column): (float(table.rows[row][column]) or 1) * factor for row, column in area}
            yield group.tables | {name: with_cells(table, cells)}


def spots(table):
    return itertools.product(range(len(table.rows)), range(1, len(table.columns)))


def is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def with_cells(table, cells):
    rows = [
        tuple(str(cells.get((r, c), text)) if (r, c) in cells else text for c, text in enumerate(row))
        for r, row in enumerate(table.rows)
    ]
    return structs.replace(table, rows=tuple(rows))


def test_one_run_mistyped_as_its_mean_would_have_made_the_printed_java_ratio_right():
    """The same claim, with runs that average what Table 1 prints: it holds."""
    group = GROUPS["count"]
    claim = next(claim for claim in group.claims if claim.id == "count-1")
    table = group.tables["table-2-serial"]
    cells = {(2, column): 33.368 for column in range(1, 6)}
    assert (
        ruling_of(claim, structs.replace(group, tables=group.tables | {table.name: with_cells(table, cells)}))
        == "holds"
    )


@pytest.mark.parametrize(
    ("claim_id", "table", "columns", "rows"),
    [
        ("workers-1", "part-d-cpu", (1, 2), range(7)),
        ("workers-2", "part-d-cpu", (1, 2), range(7)),
        ("workers-16", "part-d-memory", (1, 2), range(7)),
        ("workers-19", "part-c-baseline", (3,), range(4)),
    ],
)
def test_two_programs_that_show_the_same_do_not_bear_out_a_claim_that_one_of_them_does_better(
    claim_id, table, columns, rows
):
    group = GROUPS["workers"]
    claim = next(claim for claim in group.claims if claim.id == claim_id)
    workers = (2, 2, 2, 2) if table == "part-c-baseline" else tuple(range(2, 9))
    unit = 2.56 if table == "part-d-memory" else 100
    cells = {(row, column): workers[row] * unit for row in rows for column in columns}
    same = structs.replace(group, tables=group.tables | {table: with_cells(group.tables[table], cells)})
    assert ruling_of(claim, same) != "holds"


def test_a_pr_row_that_follows_table_3_would_have_made_table_6_right():
    group = GROUPS["keyclass"]
    table = group.tables["table-6-both"]
    cells = {(3, 3): 63.49, (3, 2): 23.01}
    right = structs.replace(group, tables=group.tables | {table.name: with_cells(table, cells)})
    for claim in group.claims:
        if claim.id in ("keyclass-1", "keyclass-2"):
            assert ruling_of(claim, right) == "holds"


@pytest.mark.parametrize(
    ("miss", "holds"), [(0.0, True), (0.0099, True), (0.01, True), (0.0101, False), (-0.01, True), (-0.0101, False)]
)
def test_the_edge_of_agreement_belongs_to_it(miss, holds):
    rule = Equals(derived="x", printed="y", within=0.01)
    ruled = rule_on_numbers(rule, {"derived": 100 * (1 + miss), "printed": 100.0})
    assert (ruled.ruling == "holds") == holds


def test_one_number_of_a_series_is_enough_to_disagree():
    rule = Equals(derived="x", printed="y", within_absolute=0.5)
    assert rule_on_numbers(rule, {"derived": (1.0, 2.0), "printed": (1.0, 2.4)}).ruling == "holds"
    assert rule_on_numbers(rule, {"derived": (1.0, 2.0), "printed": (1.0, 2.6)}).ruling == "arithmetic error"


def test_a_model_of_zero_reproduces_only_zero():
    rule = ClosedForm(published="x", if_true="y", if_artefact="z", within=0.1)
    values = {"published": (0.0, 1.0), "if_true": (0.0, 1.0), "if_artefact": (0.0, 2.0)}
    assert rule_on_numbers(rule, values).ruling == "holds"
    values["published"] = (1.0, 1.0)
    assert rule_on_numbers(rule, values).ruling == "unsupported"
