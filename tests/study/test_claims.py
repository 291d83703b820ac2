"""Reading claims: every file of the house is sound, and a wrong one is refused with all of its mistakes at once."""

import re
from pathlib import Path

import pytest

from assay.errors import StudyError
from assay.study.claim_checks import fill
from assay.study.claim_model import BASES, MEASURED, RULES, RULINGS, Reading
from assay.study.claims import claim_files, read_claims
from assay.study.formula import FUNCTIONS, FormulaError

STUDIES = Path(__file__).parents[2] / "studies"
SOURCES = ("count", "workers", "keyclass", "batch", "primitives")
TABLE = "language,serial_s,four_s\nC,2,4\nJava,30,10\n"
GOOD = """
[source]
name = "Somebody 2020"
title = "A title"
what = "counts"

[[claim]]
id = "toy-1"
place = "Table 1"
claim = "Java counts three times as fast."
published = "3"
measure = "the ratio"
basis = "their numbers"
here = "{ratio:.1f}"
why = "It does."
[claim.let]
ratio = 'cell("times", "Java", "serial_s") / cell("times", "Java", "four_s")'
[claim.rule]
kind = "equals"
derived = "ratio"
printed = "3"
within = 0.01
"""


def files_of(text, table=TABLE):
    return {"toy/claims.toml": text, "toy/published/times.csv": table}


def problems_of(text, table=TABLE):
    with pytest.raises(StudyError) as caught:
        read_claims(files_of(text, table))
    return caught.value.problems


def all_claims():
    return [claim for name in SOURCES for group in read_claims(claim_files(STUDIES / name)) for claim in group.claims]


def test_a_sound_file_is_read_into_values():
    (group,) = read_claims(files_of(GOOD))
    assert group.study == "toy"
    assert group.source.name == "Somebody 2020"
    assert group.claims[0].rule.derived == "ratio"
    assert group.tables["times"].cell("Java", "four_s") == 10


@pytest.mark.parametrize("name", SOURCES)
def test_every_source_has_its_claims_and_tables(name):
    (group,) = read_claims(claim_files(STUDIES / name))
    assert group.study == name
    assert len(group.claims) >= 15
    assert group.tables
    assert [claim.id for claim in group.claims] == [f"{name}-{n}" for n in range(1, len(group.claims) + 1)]


@pytest.mark.parametrize("name", SOURCES)
def test_every_source_says_where_its_tables_come_from(name):
    text = (STUDIES / name / "published" / "README.md").read_text()
    tables = sorted((STUDIES / name / "published").glob("*.csv"))
    assert [path.name for path in tables if f"`{path.name}`" not in text] == []


@pytest.mark.parametrize("name", SOURCES)
def test_every_source_shows_a_few_claims_first(name):
    (group,) = read_claims(claim_files(STUDIES / name))
    ranks = sorted(claim.telling for claim in group.claims if claim.telling)
    assert 3 <= len(ranks) <= 4
    assert ranks == list(range(1, len(ranks) + 1))


def test_a_folder_without_claims_has_no_claim_files(tmp_path):
    (tmp_path / "published").mkdir()
    (tmp_path / "published" / "a.csv").write_text("a,b\n")
    assert claim_files(tmp_path) == {}


def test_the_order_of_the_files_is_the_order_of_the_sources():
    files = claim_files(STUDIES / "workers") | claim_files(STUDIES / "count")
    assert [group.study for group in read_claims(files)] == ["workers", "count"]


@pytest.mark.parametrize("claim", all_claims(), ids=lambda claim: claim.id)
def test_every_claim_of_the_house_is_worded_whole(claim):
    assert claim.basis in BASES
    assert claim.claim.endswith((".", "?"))
    assert claim.why.endswith(".")
    assert claim.measure
    assert claim.published
    assert claim.here
    assert "faster" not in claim.why


@pytest.mark.parametrize("claim", [c for c in all_claims() if isinstance(c.rule, Reading)], ids=lambda claim: claim.id)
def test_every_reading_names_evidence_and_its_place(claim):
    assert claim.rule.ruling in RULINGS
    assert claim.place
    assert all(len(piece) > 10 for piece in claim.rule.evidence)
    places = (
        "section",
        "sections",
        "listing",
        "listings",
        "Table",
        "Figure",
        "chapter",
        "table",
        "repository",
        "report",
    )
    places += ("test", "degree", "charts", "Maven", "worker")
    assert any(word in piece for piece in claim.rule.evidence for word in places)


@pytest.mark.parametrize("claim", [c for c in all_claims() if isinstance(c.rule, MEASURED)], ids=lambda claim: claim.id)
def test_every_measured_claim_says_what_it_predicts(claim):
    assert claim.basis == "here"
    assert claim.if_true
    assert claim.if_artefact


def test_every_kind_of_rule_is_used_by_a_source():
    used = {str(claim.rule.__struct_config__.tag) for claim in all_claims()}
    assert used == set(RULES)


WRONG = [
    ("[[claim]]", "[[clam]]", 'unknown key "clam"; did you mean "claim"?'),
    ('what = "counts"', 'whut = "counts"', 'source: unknown key "whut"; did you mean "what"?'),
    ('name = "Somebody 2020"', "", "source: name: expected text, found nothing"),
    ('why = "It does."', 'wy = "It does."', 'toy-1: unknown key "wy"; did you mean "why"?'),
    ('why = "It does."', "", "toy-1: why: expected text, found nothing"),
    ('why = "It does."', "why = 3", "toy-1: why: expected text, found 3"),
    ('id = "toy-1"', 'id = "toi-1"', 'expected an id like "toy-1"'),
    (
        'basis = "their numbers"',
        'basis = "their number"',
        'basis: unknown "their number"; did you mean "their numbers"?',
    ),
    ('basis = "their numbers"', 'basis = "here"', 'basis "here" and a rule that measures belong together'),
    (
        'kind = "equals"',
        'kind = "equal"',
        'toy-1: rule: kind: expected the kind of a rule, found "equal"; did you mean',
    ),
    ('kind = "equals"\n', "", "rule: kind: expected the kind of a rule, found nothing"),
    ("within = 0.01", 'within = "small"', 'toy-1: rule: within: expected a number, found "small"'),
    ("within = 0.01", "withn = 0.01", 'toy-1: rule: unknown key "withn"; did you mean "within"?'),
    ('printed = "3"', "", "rule: printed: expected text, found nothing"),
    ('printed = "3"', 'printed = "3 +"', "toy-1: rule: printed: 3 +: cannot be read as a formula"),
    ('printed = "3"', 'printed = "[3, 3]"', "rule: printed: expected one number or 1, as many as derived, found 2"),
    ('derived = "ratio"', 'derived = "ratios"', 'unknown name "ratios"; did you mean "ratio"?'),
    ("within = 0.01", 'otherwise = "wrong"', 'otherwise: unknown "wrong"'),
    ('here = "{ratio:.1f}"', 'here = "{ration:.1f}"', 'here: unknown name "ration" in braces; did you mean "ratio"?'),
    ('here = "{ratio:.1f}"', 'here = "{ratio:.1z}"', "here: cannot be filled in"),
    ('here = "{ratio:.1f}"', 'here = "{ratio"', "here: cannot be filled in"),
    ('here = "{ratio:.1f}"', 'here = "{ratio:9999999.1f}"', "here: expected a format of at most 6 letters"),
    ('printed = "3"', 'printed = ""', "toy-1: rule: printed: expected a formula, found none"),
    (
        "[claim.rule]",
        '[claim.ratio]\nwhat = "Java"\npublished = ""\n[claim.rule]',
        "ratio: published: expected a formula",
    ),
    ("ratio = 'cell", "derived = 'cell", 'let: "derived" is the name of a formula of its rule; choose another'),
    ('"Java", "four_s"', '"Jave", "four_s"', 'table "times" has no row "Jave"; did you mean "Java"?'),
    ("[source]", "[source", "toy/claims.toml: expected TOML, found a mistake"),
]


@pytest.mark.parametrize(("old", "new", "words"), WRONG, ids=[words for _, _, words in WRONG])
def test_a_mistake_is_named_with_its_place(old, new, words):
    assert old in GOOD
    problems = problems_of(GOOD.replace(old, new))
    assert any(words in problem for problem in problems), problems
    assert all(problem.startswith("toy/claims.toml: ") for problem in problems)


def test_all_mistakes_are_named_at_once():
    text = GOOD
    for old, new in [
        ('what = "counts"', "what = 1"),
        ('measure = "the ratio"', 'measur = "the ratio"'),
        ('basis = "their numbers"', 'basis = "numbers"'),
        ("within = 0.01", "within = true"),
    ]:
        text = text.replace(old, new)
    second = GOOD[GOOD.index("[[claim]]") :].replace('printed = "3"', 'printed = "x"').replace("four_s", "fore_s")
    problems = problems_of(text + second)
    for words in ("source: what", "measur", "within", "fore_s"):
        assert any(words in problem for problem in problems), (words, problems)


def test_a_mistake_of_a_table_is_named_with_its_place():
    problems = problems_of(GOOD, "language,serial_s,four_s\nC,2\n")
    assert any(problem.startswith('toy/published: table "times", line 2') for problem in problems)


def test_two_claims_of_one_name_are_refused():
    second = GOOD[GOOD.index("[[claim]]") :]
    assert any("two claims have this id" in problem for problem in problems_of(GOOD + second))


def test_mistakes_of_two_files_are_named_together():
    files = files_of(GOOD.replace("why", "wy")) | {"other/claims.toml": GOOD.replace("toy-1", "other-1")}
    with pytest.raises(StudyError) as caught:
        read_claims(files)
    assert {problem.partition("/")[0] for problem in caught.value.problems} == {"toy", "other"}


def test_a_reading_without_evidence_is_refused():
    rule = 'kind = "reading"\nruling = "holds"\nevidence = []\n'
    text = GOOD[: GOOD.index('kind = "equals"')] + rule
    assert any("a reading states its evidence" in problem for problem in problems_of(text))


def test_a_scaling_that_is_neither_is_refused():
    rule = 'kind = "scaling, here"\nsplit = "O2 step 0"\nclaimed = "scale"\n'
    text = (GOOD[: GOOD.index('kind = "equals"')] + rule).replace("their numbers", "here")
    assert any('rule: claimed: unknown "scale"; did you mean "scales"?' in problem for problem in problems_of(text))


def test_a_measured_claim_without_predictions_is_refused():
    rule = 'kind = "kernel threads, here"\nvariant = "c/*"\n'
    text = (GOOD[: GOOD.index('kind = "equals"')] + rule).replace("their numbers", "here")
    assert any("if_true and if_artefact" in problem for problem in problems_of(text))


def test_a_template_is_filled_from_names_and_nothing_else():
    assert fill("{a:.1f} and {b:.0%}", {"a": (1.0, 2.0), "b": 0.5}) == "1.0, 2.0 and 50 %"
    for template in ("{a.__class__}", "{a[0]}", "{0}", "{}"):
        with pytest.raises(FormulaError):
            fill(template, {"a": 1.0})


def test_the_example_of_the_documents_is_sound():
    text = (STUDIES.parent / "docs" / "adding" / "claim.md").read_text()
    toml, table = (re.search(rf"```{kind}\n(.*?)```", text, re.DOTALL)[1] for kind in ("toml", "csv"))
    (group,) = read_claims(files_of(toml, table))
    assert group.claims[0].id == "toy-1"


def test_the_documents_tell_of_every_kind_of_rule_and_every_function():
    text = (STUDIES.parent / "docs" / "adding" / "claim.md").read_text()
    assert [kind for kind in RULES if f"| `{kind}` |" not in text] == []
    assert [name for name in FUNCTIONS if f"`{name}" not in text] == []
    assert [key for rule in RULES.values() for key in rule.__struct_fields__ if f"`{key}`" not in text] == []
