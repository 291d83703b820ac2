"""One screen to paste: the verdict or the claims first, every doubt kept, nothing in it that turns into a mark."""

from msgspec import structs

from assay.analysis.analyse import analyse
from assay.analysis.together import put_together
from assay.export.markdown import markdown, plain
from assay.plan.model import CommandWork
from assay.store.records import Note
from tests.analysis.made_records import made_family, made_run
from tests.report import made_findings, made_studies

ONE_SCREEN = 60


def told(records):
    return markdown(put_together([(records[0], records, analyse(records, "runs/one"))]))


def compared(label="new"):
    records = made_run(made_family("old", "new"), made_findings.times(0.8))
    header = records[0]
    variants = tuple(
        structs.replace(one, label=label, work=CommandWork(label, (label,))) if one.name == "new" else one
        for one in header.plan.variants
    )
    return [structs.replace(header, plan=structs.replace(header.plan, variants=variants)), *records[1:]]


def test_the_verdict_of_a_comparison_stands_first_with_its_interval():
    lines = [line for line in told(compared()).splitlines() if line]
    assert lines[0].startswith("## ")
    assert lines[1].startswith("**FASTER**: new takes 20.07 % less time than old (95 %: ")
    assert lines[2].startswith("| ")


def test_what_the_machine_cannot_say_is_said():
    records = made_studies.language_records()
    text = told(
        [structs.replace(records[0], machine={**records[0].machine, "hardware_counters": "none"}), *records[1:]]
    )
    assert "### What this machine cannot say" in text
    assert "cycles, instructions" in text


def test_a_study_shows_its_rulings_as_a_table_and_its_machine():
    text = told(made_findings.study_records(420.0, "full", 50_000, True))
    assert "| ruling | published | here | why |" in text
    assert "2 CPUs, steal" in text
    assert "quick" not in text


def test_a_quick_run_and_one_that_ended_early_say_so_before_anything_else():
    quick = told(made_findings.study_records(420.0, "quick", 50_000, True))
    assert quick.splitlines()[2].startswith("**quick: ")
    early = told(compared()[:-9])
    assert "**not finished: no verdict yet**" in early.splitlines()[2]
    assert "not finished" not in told(compared())


def test_a_study_without_claims_tells_its_questions():
    text = told(made_studies.language_records())
    assert f"**{made_studies.ASKED}**" in text
    assert text.count(made_studies.ASKED) == 1
    assert "- **How sure**: 20 rounds, with the intervals above" in text
    assert "| java, 2 threads |" in text


def test_it_fits_on_a_screen():
    for records in (compared(), made_findings.study_records(420.0, "full", 50_000, True)):
        assert len(told(records).splitlines()) <= ONE_SCREEN


def test_a_name_full_of_marks_stays_a_name():
    hostile = "a|b `rm` [x](y) <script> *c* _d_"
    text = told(compared(hostile))
    assert "<script>" not in text.replace("\\<script>", "")
    table = [line for line in text.splitlines() if line.startswith("|")]
    assert len({line.replace("\\|", "").count("|") for line in table}) == 1
    assert plain("two\nlines") == "two lines"
    assert plain("&lt;b&gt; costs $1 or $2") == "\\&lt;b\\&gt; costs \\$1 or \\$2"
    assert plain("\u202efast\x1b[1m") == "fast \\[1m"


def test_doubts_travel_with_the_numbers_and_very_many_are_counted():
    records = compared()
    assert "In doubt" not in told(records)
    noted = [*records, Note("caveat", text="a cable was loose")]
    assert "### In doubt\n\n- a cable was loose\n" in told(noted)
    many = [*records, *(Note("caveat", text=f"doubt {number}") for number in range(9))]
    assert "- 3 more: see the report" in told(many)


def on(machine, records):
    return [structs.replace(records[0], machine={**records[0].machine, "cpu_model": machine}), *records[1:]]


def test_of_several_machines_the_sentences_over_all_fill_a_screen_and_each_machine_is_named():
    records = made_studies.language_records()
    both = (on("one", records), on("another", records))
    text = markdown(put_together([(one[0], one, analyse(one, "runs/one")) for one in both]))
    assert "on 2 of 2 machines" in text
    assert "more: see the report" in text
    assert "_machine A: 2 CPUs" in text
    assert "_machine B: 2 CPUs" in text
    assert "measured here" not in text
    assert len(text.splitlines()) <= ONE_SCREEN
