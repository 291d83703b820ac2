"""A workbook says what the other reports say: every formula holds its value, text stays text, each question prints."""

import re
from statistics import median

import pytest
from msgspec import structs

from assay.analysis.analyse import analyse
from assay.analysis.together import put_together
from assay.plan.model import CommandWork
from tests.analysis.made_records import made_family, made_run
from tests.report import made_findings, made_studies
from tests.workbook.opened import Opened, range_of

HOSTILE = '=HYPERLINK("http://example.invalid","x")'


def several_of(records):
    return put_together([(records[0], records, analyse(records, "runs/one"))])


def study():
    return several_of(made_findings.study_records(420.0, "full", 50_000, True))


@pytest.fixture(scope="module")
def opened():
    return Opened(study())


def questions(opened):
    return [name for name in opened.files if name[0].isdigit()]


def worth(cells, formula):
    """What a formula comes to: the three kinds there are."""
    if formula.startswith("MEDIAN("):
        return median(range_of(cells, formula[7:-1]))
    left, sign, right = re.fullmatch(r"([A-Z]+\d+)([/-])([A-Z]+\d+)", formula).groups()
    return cells[left] / cells[right] if sign == "/" else cells[left] - cells[right]


def test_every_formula_holds_the_value_that_it_comes_to(opened):
    seen = 0
    for name in opened.files:
        cells = opened.cells(name)
        for place, formula in opened.formulas(name).items():
            assert cells[place] == pytest.approx(worth(cells, formula), rel=1e-9, abs=1e-12), (name, place, formula)
            seen += 1
    assert seen > 10


def test_a_value_that_is_not_what_its_formula_comes_to_would_be_seen(opened):
    name = questions(opened)[0]
    cells, formulas = opened.cells(name), opened.formulas(name)
    place, formula = next(item for item in formulas.items() if item[1].startswith("MEDIAN("))
    cells[place] *= 1.01
    assert cells[place] != pytest.approx(worth(cells, formula), rel=1e-9)


def test_each_question_has_a_sheet_with_its_words_a_chart_and_every_round(opened):
    findings = study().runs[0].findings
    asked = {findings.questions[family] for family, rounds in findings.rounds_of.items() if rounds}
    assert len(questions(opened)) == len(asked)
    for name in questions(opened):
        assert opened.cells(name)["A1"] in asked
        assert "every round" in opened.text(name)
    assert len(opened.charts()) == len(questions(opened))


def test_each_question_prints_on_one_page_without_its_raw_values(opened):
    for name in questions(opened):
        assert opened.print_setup(name)["paperSize"] == "9"
        assert opened.print_setup(name)["orientation"] == "landscape"
        assert "fitToHeight" not in opened.print_setup(name)  # one, which is what is meant where it is not said
        area = next(one for one in opened.areas if name in one)
        last = int(area.rpartition("$")[2])
        raw = next(place for place, value in opened.cells(name).items() if str(value).startswith("every round"))
        assert last < int(re.sub(r"\D", "", raw))


def test_long_tables_print_as_wide_as_a_page_and_as_high_as_it_takes(opened):
    assert opened.print_setup("trials")["fitToHeight"] == "0"


def test_the_tables_of_the_run_have_a_sheet_each_with_all_their_rows(opened):
    trials = opened.cells("trials")
    rows = {int(re.sub(r"\D", "", place)) for place in trials}
    assert len(rows) - 1 == len([one for one in study().runs[0].records if type(one).__name__ == "TrialRecord"])
    assert "what ran" in opened.text("columns")


def test_the_first_sheet_says_what_was_asked_what_came_out_and_where_the_rest_is(opened):
    assert next(iter(opened.files)) == "summary"
    text = opened.text("summary")
    assert study().runs[0].findings.title in text
    assert "ruling" in text
    for name in questions(opened):
        assert name in text
    assert "quick" not in text


def test_a_quick_run_says_so_on_its_first_sheet():
    records = made_findings.study_records(420.0, "quick", 50_000, True)
    assert "quick: fewer rounds" in Opened(several_of(records)).text("summary")


def test_text_never_becomes_a_formula_or_a_link():
    records = made_run(made_family("old", "new"), made_findings.times(0.9))
    header = records[0]
    variants = tuple(
        structs.replace(one, label=HOSTILE, work=CommandWork(HOSTILE, (HOSTILE,))) if one.name == "new" else one
        for one in header.plan.variants
    )
    records[0] = structs.replace(header, plan=structs.replace(header.plan, variants=variants))
    opened = Opened(several_of(records))
    formulas = [formula for name in opened.files for formula in opened.formulas(name).values()]
    assert formulas
    assert not any("HYPERLINK" in formula for formula in formulas)
    assert any(HOSTILE in opened.text(name) for name in opened.files)


def test_times_of_different_languages_do_not_stand_side_by_side():
    """Neither a column nor a chart of them: each is held against its own serial version."""
    opened = Opened(several_of(made_studies.language_records()))
    name = questions(opened)[0]
    assert "scaling" in opened.text(name)
    assert "median" not in opened.text(name)


def test_a_chart_reaches_as_far_as_the_intervals_it_shows(opened):
    for chart in opened.charts():
        if "errBars" in chart:
            assert re.search(r'<c:max val="[\d.]+"/>', chart)
            assert re.search(r'<c:min val="[-\d.]+"/>', chart)


def column_of(opened, name, heading):
    """The values below a heading of the table of a question."""
    cells = opened.cells(name)
    (place,) = [place for place, value in cells.items() if value == heading]
    letters, row = re.fullmatch(r"([A-Z]+)(\d+)", place).groups()
    return [
        value
        for address, value in cells.items()
        if re.fullmatch(rf"{letters}(\d+)", address) and int(address[len(letters) :]) > int(row)
    ]


def test_a_speed_up_is_the_estimate_that_the_other_reports_give_and_its_quotient_only_a_check(opened):
    splits = study().runs[0].findings.splits
    assert any(one.speed_up.value != one.scaling.value / one.extra_work.value for one in splits)
    name = next(name for name in questions(opened) if "scaling / extra work" in opened.text(name).split("\n"))
    assert column_of(opened, name, "first step serially / this one with workers") == [
        pytest.approx(one.speed_up.value) for one in splits
    ]


@pytest.mark.parametrize(("one_worker", "said"), [(396.5, {"yes"}), (520.0, {"yes", "no: the work gate did not pass"})])
def test_where_the_work_gate_did_not_pass_nothing_is_called_a_speed_up(one_worker, said):
    opened = Opened(several_of(made_findings.study_records(one_worker, "full", 50_000, True)))
    name = next(name for name in questions(opened) if "scaling / extra work" in opened.text(name).split("\n"))
    assert set(column_of(opened, name, "is that a speed-up?")) == said


def test_scaling_says_what_became_of_its_work_gate():
    opened = Opened(several_of(made_studies.language_records()))
    name = questions(opened)[0]
    told = {value for value in column_of(opened, name, "work gate") if isinstance(value, str)}
    assert {"passed", "not measured"} <= told


def test_a_question_that_only_a_work_gate_answers_shows_that_gate():
    """No variant of it has several workers, so none scales."""
    records = made_findings.study_records(420.0, "full", 50_000, True)
    header = records[0]
    families = tuple(
        structs.replace(one, kind="scaling", pairs=tuple(pair for pair in one.pairs if pair.role == "work_gate"))
        for one in header.plan.families
    )
    gates = [pair for one in families for pair in one.pairs]
    assert gates
    changed = structs.replace(header, plan=structs.replace(header.plan, families=families))
    opened = Opened(several_of([changed, *records[1:]]))
    told = [opened.text(name) for name in questions(opened)]
    assert any("ratio to baseline" in text and "of medians" in text for text in told)
    assert not any("CPUs they could have" in text for text in told)
