"""The screen of a study with many families: a table a question, a line a language, and what no table says in words."""

from msgspec import structs

from assay.analysis.model import Skipped
from assay.report.terminal import render_text
from tests.report.made_studies import ASKED, BUILDS, MAPPING, WAITING, languages, loud_languages, waiting

WIDTH = 100


def screen(case):
    return render_text(case(), WIDTH)


def block(text, title):
    """The lines below a question, up to the next blank one."""
    return text.partition(title + "\n")[2].partition("\n\n")[0].splitlines()


def test_families_that_ask_the_same_stand_in_one_table():
    text = screen(languages)
    assert text.count(ASKED) == 1
    rows = block(text, ASKED)
    assert sum(" [" in row and "x " in row for row in rows) == 8
    assert all(len(row) <= WIDTH for row in rows)


def test_each_language_has_a_line_for_its_best_way_and_one_for_the_others():
    rows = block(screen(languages), ASKED)
    best = next(row for row in rows if row.strip().startswith("python, 2 processes"))
    assert "1.93" in best
    assert any("python, others: 2 threads 1.01x (concurrent)" in row for row in rows)


def test_scaling_is_told_against_the_cpus_the_ceiling_and_as_a_serial_share():
    rows = block(screen(languages), ASKED)
    java = next(row for row in rows if "java, 2 threads" in row)
    assert "of 2 CPUs" in rows[0]
    assert " 98." in java  # of the ceiling: 1.95 / 1.98
    assert " 97." in java  # of two CPUs: 1.95 / 2
    assert " 2.6 %" in java  # serial share: (1/1.95 - 1/2) / (1 - 1/2)
    assert any("ceiling: a C loop that only uses registers scaled 1.98x in these rounds" in row for row in rows)


def test_why_threads_that_take_turns_are_not_parallel_is_said_in_words():
    text = screen(languages)
    assert "they take turns: CPU time is 1.02 of wall time; parallel needs 1.6" in text


def test_many_comparisons_become_a_table():
    rows = block(screen(languages), BUILDS)
    assert sum("NO DIFFERENCE" in row for row in rows) == 3
    assert sum("SLOWER" in row for row in rows) == 1
    assert "ratios of time per unit of work to c; intervals" in "\n".join(rows)


def test_the_first_call_in_a_process_stands_beside_the_later_ones():
    text = screen(languages)
    (row,) = [row for row in text.splitlines() if row.strip().startswith("java") and "ms" in row]
    assert row.split()[-1].startswith("2.4")
    assert "of each language the variant whose first call stands out most" in text


def test_a_batch_is_told_with_what_theory_says_of_it():
    rows = block(screen(waiting), WAITING)
    assert any("c, 17 threads" in row and "all take turns" in row for row in rows)
    assert any("c, 2 pool workers" in row and "one after the other" in row for row in rows)
    assert any("mean response 6.50 if all tasks take turns on the CPUs, 13.71" in row for row in rows)


def test_a_batch_without_lengths_still_tells_how_long_it_took():
    found = structs.replace(waiting(), responses=())
    rows = block(render_text(found, WIDTH), WAITING)
    assert any("it cannot be said who waited for whom" in row for row in rows)
    assert sum("NO DIFFERENCE" in row for row in rows) == 2


def test_workers_lie_on_kernel_threads_as_counted():
    rows = block(screen(waiting), MAPPING)
    assert [row.split()[3] for row in rows[1:4]] == ["1:1", "N:M", "N:1"]


def test_a_loud_quick_run_has_no_intervals_and_says_so():
    text = screen(loud_languages)
    rows = block(text, ASKED)
    assert "[" not in "".join(row for row in rows if "x" in row.split())
    assert any("quick: 20 rounds" in row for row in rows)
    assert "cannot tell" in text


def test_many_variants_left_out_for_one_reason_are_counted():
    gone = tuple(Skipped(f"java/count/thread/workers={n}", "java is missing", "make setup") for n in range(2, 9))
    text = render_text(
        structs.replace(languages(), skipped=(*gone, Skipped("node/count/serial", "no node", ""))), WIDTH
    )
    assert "7 variants of java: java is missing; make setup" in text
    assert "node/count/serial: no node" in text or "node, serial: no node" in text


def test_the_head_counts_families_and_their_rounds():
    assert "20 rounds of each of 9 families" in screen(languages)
    assert "3 to 20 rounds of each family" in screen(waiting)


def test_families_that_could_not_run_are_not_counted():
    found = languages()
    (gone, *_) = found.rounds_of
    text = render_text(structs.replace(found, rounds_of={**found.rounds_of, gone: 0}), WIDTH)
    assert "20 rounds of each of 8 families" in text


def test_the_question_on_most_languages_comes_first():
    found = languages()
    last = structs.replace(found, questions=dict(reversed(found.questions.items())))
    text = render_text(last, WIDTH)
    assert next(iter(last.questions.values())) == BUILDS
    assert text.index(ASKED) < text.index(BUILDS)


def test_a_missing_work_gate_is_said_once_for_all_tables():
    text = " ".join(screen(languages).split())
    assert text.count("work gate: for 12 of 13 variants with workers") == 1
    assert "12 passed, 0 failed, 0 cannot tell" in text


def test_what_did_not_run_parallel_stands_for_no_language():
    found = languages()
    faster = tuple(
        structs.replace(one, scaling=structs.replace(one.scaling, value=3.0)) if one.word == "concurrent" else one
        for one in found.scaling
    )
    rows = block(render_text(structs.replace(found, scaling=faster), WIDTH), ASKED)
    assert any(row.strip().startswith("python, 2 processes") for row in rows)
