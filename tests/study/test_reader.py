"""Reading a study file: what is right becomes values, what is wrong is said all at once, each with its place."""

import pytest

from assay.catalogue import load_catalogue
from assay.errors import StudyError
from assay.study.reader import parse_study, read_study
from tests.study.made_catalogue import STUDY, made_catalogue


def parsed(text: str = STUDY):
    return parse_study(text, "mine", made_catalogue())


def problems_of(text: str) -> tuple[str, ...]:
    with pytest.raises(StudyError) as caught:
        parsed(text)
    return caught.value.problems


def changed(old: str, new: str) -> str:
    assert old in STUDY
    return STUDY.replace(old, new)


def test_a_study_is_read_into_values_with_its_name_and_text():
    study = parsed()
    assert (study.name, study.title, study.text) == ("mine", "A title", STUDY)
    assert study.rounds.full == 20
    assert study.factors["step"] == (0, 1, 2)
    assert [step.name for step in study.ladders[0].steps] == ["first", "second", "third"]
    assert study.trial_seconds == {"*": 0.2, "*/O0/*": 0.5}


def test_what_a_study_does_not_say_has_a_default():
    study = parsed('title = "t"\nsource = "s"\nquestion = "q"\nclaims_of = ["count"]')
    assert (study.rounds.quick, study.rounds.full, study.margin) == (12, 20, 0.01)
    assert not study.measures


def test_every_mistake_is_reported_at_once_each_with_the_file_and_its_place():
    text = (
        STUDY.replace('title = "A title"', 'titel = "A title"')
        .replace("quick = 12", 'quick = "twelve"')
        .replace("margin = 0.03", "margin = 3")
        .replace("step = [0, 2]", "step = [0, 9]")
        .replace('model = ["serial", "thread"]', 'model = ["serial", "thread", "thread"]')
        .replace('concurrent_at = ["first", "third"]', 'concurrent_at = ["first", "thrid"]')
    )
    problems = problems_of(text)
    assert all(problem.startswith("study.toml: ") for problem in problems)
    for piece in (
        'unknown key "titel"; did you mean "title"?',
        "title: expected text, found nothing",
        'rounds.quick: expected a whole number, found "twelve"',
        "margin: expected a share between 0 and 1 (0.01 is 1 %), found 3",
        "families[1].each.step: expected a level of [factors] (0, 1, 2), found 9",
        "factors.model: expected each level once, found thread more than once",
        'ladders[1].concurrent_at: unknown step "thrid"; did you mean "third"?',
    ):
        assert any(piece in problem for problem in problems), piece
    assert len(problems) == 7


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("margin = 0.03", "margn = 0.03", 'unknown key "margn"; did you mean "margin"?'),
        ("margin = 0.03", 'margin = "3 %"', 'margin: expected a number, found "3 %"'),
        ('kind = "scaling"', 'kind = "scaling"\nmargin = 1.5', "families[1].margin: expected a share between 0 and 1"),
        ("full = 20", "full = 5", "rounds.full: expected at least 6, fewer give no interval, found 5"),
        ("full = 20", "full = 8", "rounds.full: expected at least as many as rounds.quick (12), found 8"),
        ("full = 20", "ful = 20", 'rounds.unknown key "ful"; did you mean "full"?'),
        ('claims_of = ["count"]', 'claims_of = ["cuont"]', 'claims_of: unknown study "cuont"; did you mean "count"?'),
        ('probe = ["c"]', 'probe = ["pyhton"]', 'factors.probe: unknown probe "pyhton"; did you mean "python"?'),
        ('workload = ["count"]\n', "", "factors.workload: expected a list of names, found nothing"),
        ("total = [100]", "totl = [100]", 'factors: unknown factor "totl"; did you mean "total"?'),
        ("total = [100]", "total = [0]", "factors.total: expected at least 1 (how far to count), found 0"),
        ("total = [100]", "total = [2000]", "factors.total: expected at most 1000 (how far to count), found 2000"),
        (
            "total = [100]",
            'total = ["many"]',
            'factors.total: expected a whole number (how far to count), found "many"',
        ),
        ("total = [100]", "total = []", "factors.total: expected at least one level, found an empty list"),
        ("step = [0, 1, 2]", "step = [0, 1, 2, 3]", 'factors.step: expected one of 0, 1, 2, found "3"'),
        (
            'workers = [1, "min(cpus, 4)"]',
            'workers = [1, "min(cpus, 4)", "half"]',
            "factors.workers: expected a number",
        ),
        ('name = "{build}"', 'name = "loop"', 'families: expected every name once, found "loop" 2 times'),
        ('kind = "scaling"', 'kind = "scalling"', 'families[1].kind: unknown "scalling"; did you mean "scaling"?'),
        ('"*" = 0.2', '"*" = 0', 'trial_seconds."*": expected more than 0 seconds, found 0'),
        ("change = { step = 1 }", "change = { }", "ladders[1].steps[2].change: expected exactly one factor to differ"),
        (
            "change = { step = 1 }",
            'change = { step = 1, build = "O0" }',
            "expected exactly one factor to differ from the step before, found 2 (build, step)",
        ),
        (
            'concurrent = { model = "thread", workers = "min(cpus, 4)" }\n',
            "",
            "ladders[1].concurrent: expected what makes a step concurrent, found nothing",
        ),
        ('  { model = "serial" },\n', "", "families[1]: expected a serial variant to scale from, found none"),
        ('{ model = "thread", workers = 1 }', '"thread"', "families[1].variants: expected"),
        ("[rounds]", "[rounds", "expected TOML, found a mistake"),
        ("margin = 0.03", "margin = ", "expected TOML, found a mistake: unreadable value (at line"),
        ("full = 20", "full = 1001", "rounds.full: expected at most 1000, found 1001"),
        (
            'model = ["serial", "thread"]',
            'model = ["serial", "therad"]',
            'unknown model "therad"; did you mean "thread"?',
        ),
        ("margin = 0.03", "margin = " + "9" * 5000, "expected TOML, found a mistake"),
        ("margin = 0.03", "margin = " + "[" * 5000 + "]" * 5000, "expected TOML, found a mistake"),
    ],
)
def test_each_mistake_has_its_sentence(old, new, expected):
    problems = problems_of(changed(old, new))
    assert any(expected in problem for problem in problems), problems


def test_an_unknown_workload_does_not_make_its_parameters_mistakes_too():
    (problem,) = problems_of(changed('workload = ["count"]', 'workload = ["cuont"]'))
    assert 'unknown workload "cuont"; did you mean "count"?' in problem


def test_the_most_rounds_can_be_asked_for():
    assert parsed(changed("full = 20", "full = 1000")).rounds.full == 1000


def test_more_than_eight_variants_are_refused_and_eight_are_not():
    def family(count: int) -> str:
        levels = ", ".join(map(str, range(1, count + 1)))
        variants = ", ".join(f"{{ total = {level} }}" for level in range(1, count + 1))
        head = STUDY.partition("[[ladders]]")[0].replace("total = [100]", f"total = [{levels}]")
        return f'{head}\n[[families]]\nname = "f"\nquestion = "q"\nvariants = [{variants}]\n'

    assert parsed(family(8)).families
    assert "expected at most 8 variants in a family" in problems_of(family(9))[0]


def test_a_sweep_counts_with_all_its_workers():
    text = changed('workers = [1, "min(cpus, 4)"]', 'workers = [1, "min(cpus, 4)", "1..cpus"]')
    text = text.replace('{ model = "thread", workers = 1 },', '{ model = "thread", workers = "1..cpus" },')
    text = text.replace('  { model = "serial" },', '  { model = "serial" }, { model = "serial", build = "O0" },')
    assert "found 9" in problems_of(text)[0]


def test_a_study_with_nothing_to_measure_and_nothing_to_rule_on_is_refused():
    (problem,) = problems_of('title = "t"\nsource = "s"\nquestion = "q"')
    assert "expected a family or a ladder to measure, or studies in claims_of to rule on" in problem


def test_a_wrong_shape_is_not_echoed_as_something_missing():
    (problem,) = problems_of(changed("[factors]", "[[factors]]"))
    assert problem.startswith("study.toml: factors: expected a table")


def test_a_study_that_is_not_there_is_named_with_the_nearest_one():
    with pytest.raises(StudyError, match='unknown "cuont"; did you mean "count"'):
        read_study("cuont", made_catalogue())
    with pytest.raises(StudyError, match="expected a study file, found none"):
        read_study("nowhere/study.toml", made_catalogue())


def test_a_study_is_found_by_folder_and_by_file(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "study.toml").write_text(STUDY)
    by_folder = read_study(tmp_path / "mine", made_catalogue())
    assert by_folder == read_study(str(tmp_path / "mine" / "study.toml"), made_catalogue())
    assert by_folder.name == "mine"


@pytest.mark.parametrize("name", ["batch", "count", "count-replica", "keyclass", "primitives", "tour", "workers"])
def test_every_study_that_is_shipped_can_be_read(name):
    study = read_study(name, load_catalogue())
    assert study.claims_of
    assert study.measures == (name in ("batch", "count", "count-replica", "tour"))


SCALED = changed("total = [100]\n", "").replace("[factors]", "[scale]\nseconds = 0.2\n\n[factors]")
OBSERVED = """
[[families]]
name = "looked at"
kind = "observation"
rounds = 2
question = "what is there?"
variants = [{ model = "thread" }]
"""


def test_how_much_work_may_be_left_to_a_pilot():
    study = parsed(SCALED)
    assert study.scale is not None
    assert (study.scale.parameter, study.scale.seconds, study.scale.pilot) == ("total", 0.2, 10000)


def test_a_probe_may_call_its_work_more_often_inside_a_process():
    study = parsed(STUDY + "\n[inside_of.python]\nwarmup = 2\n")
    assert (study.inside_of["python"].iterations, study.inside_of["python"].warmup) == (None, 2)


def test_a_family_that_compares_nothing_may_have_one_variant_and_few_rounds():
    assert parsed(STUDY + OBSERVED).families[-1].rounds == 2


def test_a_replica_may_have_as_few_rounds_as_were_published():
    few = changed("quick = 12\nfull = 20", "quick = 1\nfull = 5")
    assert any("fewer give no interval" in problem for problem in problems_of(few))
    assert parsed(few.replace("margin = 0.03", "margin = 0.03\nreplica = true")).rounds.full == 5


def test_runtimes_knobs_and_settings_may_be_factors():
    more = 'runtime = ["", "newest"]\nhold = ["", 1]\nnice = [0, 10]\nsteps = [1, 2]'
    text = changed("total = [100]", f"total = [100]\n{more}")
    assert parsed(text).factors["nice"] == (0, 10)


def test_a_level_that_says_nothing_is_no_mistake_where_something_else_can_decide():
    assert parsed(changed("total = [100]", 'total = ["", 100]')).factors["total"] == ("", 100)
    (problem,) = problems_of(changed('workload = ["count"]', 'workload = ["count", ""]'))
    assert 'unknown workload ""' in problem


def test_variants_that_names_would_not_tell_apart_are_refused():
    hidden = changed("total = [100]", 'total = ["", 100]') + OBSERVED.replace("{ model", "{ total = 100, model")
    (problem,) = problems_of(hidden)
    assert 'two variants that differ only in total, "" and "100"' in problem
    assert "add a second level that is not empty to factors.total" in problem


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SCALED.replace("seconds = 0.2", "seconds = 0"), "scale.seconds: expected more than 0, found 0"),
        (SCALED.replace("seconds = 0.2", 'seconds = 0.2\nparameter = "totl"'), 'scale.parameter: unknown "totl"'),
        (SCALED.replace("seconds = 0.2", "second = 0.2"), 'scale.unknown key "second"; did you mean "seconds"?'),
        (STUDY + "\n[inside_of.pyhton]\nwarmup = 2\n", 'inside_of: unknown probe "pyhton"; did you mean "python"?'),
        (STUDY + "\n[inside_of.python]\nwarmup = -1\n", "inside_of.python.warmup: expected at least 0, found -1"),
        (STUDY + '\n[inside_of]\npython = "often"\n', "inside_of: expected a table of tables"),
        (STUDY + OBSERVED.replace("rounds = 2", "rounds = 0"), "families[2].rounds: expected 1 to 1000, found 0"),
        (
            STUDY + OBSERVED.replace('kind = "observation"', ""),
            "families[2].rounds: expected at least 6, fewer give no interval, found 2",
        ),
        (changed("[trial_seconds]", '[start_seconds]\n"*" = -1\n\n[trial_seconds]'), 'start_seconds."*": expected'),
    ],
)
def test_each_mistake_of_these_has_its_sentence_too(text, expected):
    problems = problems_of(text)
    assert any(expected in problem for problem in problems), problems


def test_published_tables_are_those_of_a_study_whose_claims_are_ruled_on():
    table = """
[published]
serial = "count/serial"
concurrent = "other/threads"
ratios = "count/ratios"
ratio_column = "percent"
units = 1000
ways = "4-way"
rows = [{ name = "C", serial = "c/*/serial/*", concurrent = "c/*/thread/*" }]
"""
    (problem,) = problems_of(STUDY + table)
    assert 'expected a table of a study in claims_of (count/...), found "other/threads"' in problem
    assert parsed(STUDY + table.replace("other", "count")).published.rows[0].name == "C"
