"""The answer to a study's question: what it calls things, its numbers, and where they come from."""

from msgspec import structs

from assay.analysis.model import ClaimedRatio, Findings, Split
from assay.analysis.rulings import measured_claim
from assay.analysis.screen_words import in_screen_words
from assay.report.answer import concluded, not_said, numbers, splits_of, why_sure
from assay.report.answer_names import built, labels, named
from assay.report.answer_table import answer_rows
from assay.report.claims import BRIEFLY, COUNTED
from assay.report.where import decided_text, machine_text, source_text
from assay.store.records import Header, Toolchain
from tests.report.made_findings import loud, ruled, study_records


def answered(findings: Findings):
    claim = measured_claim(findings.claims)
    assert claim is not None
    return claim


def with_gcc(findings: Findings) -> tuple[Findings, Split]:
    """The question names a build, as one of the levels of its variants."""
    questions = {**findings.questions, "loop": "How much more work is it (gcc -O2)?"}
    variants = tuple(structs.replace(one, levels=(*one.levels, "O2")) for one in findings.variants)
    found = structs.replace(findings, questions=questions, variants=variants)
    return found, splits_of(found, answered(found))[0]


def test_a_build_is_called_as_its_question_calls_it_and_else_by_what_tells_it_apart():
    found, split = with_gcc(in_screen_words(ruled()))
    assert built(found, split) == "gcc -O2"
    another = structs.replace(found, questions={"loop": "How much more work is it (at night)?"})
    assert built(another, structs.replace(split, name="O2, step 2 of 2")) == "O2"


def test_two_splits_of_one_build_are_called_by_their_own_names():
    found, split = with_gcc(in_screen_words(ruled()))
    assert labels(found, [split]) == {split.variant: "gcc -O2"}
    alike = [structs.replace(split, variant=name, name=name) for name in ("first, step 2 of 2", "step 9 of 9")]
    assert set(labels(found, alike).values()) == {"first", ""}
    alike = [structs.replace(split, variant=name, name=name) for name in ("step 2 of 2", "step 9 of 9")]
    assert set(labels(found, alike).values()) == {"step 2 of 2", "step 9 of 9"}


def test_a_loop_has_a_name_where_the_study_gives_it_one_and_a_change_is_none():
    assert named("the serial program's loop: the divisor is a constant") == "the serial program's loop"
    assert named("the loop's end is a number too: the threaded program's loop") == "the threaded program's loop"
    assert named("its divisor is loaded") == ""
    assert named("") == ""


def test_the_published_ratio_stands_beside_ours_only_where_there_is_one():
    found = in_screen_words(ruled())
    claim = answered(found)
    with_ratio = structs.replace(claim, ratio=ClaimedRatio("c", 0.3, cpus=4))
    assert numbers(found, with_ratio)[-1] == "published, on 4 CPUs: 0.30 times as fast"
    assert "source's machine of 4 CPUs" in not_said(found, with_ratio)[0]
    assert not any("published" in text for text in numbers(found, structs.replace(claim, ratio=None)))


def test_the_level_says_among_how_many_it_is_shared_and_an_unshared_one_does_not():
    found = in_screen_words(ruled())
    assert "99.17 % (95 % for 6 comparisons together)" in why_sure(found, answered(found))[0]
    alone = tuple(structs.replace(one, scaling=structs.replace(one.scaling, level=0.95)) for one in found.splits)
    assert "together" not in why_sure(structs.replace(found, splits=alone), answered(found))[0]


def test_the_table_holds_the_first_loop_and_this_one_alone_and_with_workers():
    found = in_screen_words(ruled())
    heading, *rows = answer_rows(found, answered(found))
    assert heading[1:4] == ("alone, ms", "with 2 threads, ms", "times as fast with 2 threads")
    assert [row[0] for row in rows] == ["serial program's loop", "step 2 of 2"]
    assert rows[0][4] == "1"
    assert all("[" in row[3] and "[" in row[5] for row in rows)
    noisy = in_screen_words(loud())
    assert not [cell for row in answer_rows(noisy, answered(noisy))[1:] for cell in row if "[" in cell]
    assert answer_rows(found, structs.replace(answered(found), splits=())) == []


def test_what_came_out_says_quick_and_simulated_machines_have_no_load():
    assert concluded(in_screen_words(loud()), answered(loud())) == "this run cannot tell (quick: 12 rounds)"
    header = study_records(420.0, "full", 50_000, True)[0]
    assert isinstance(header, Header)
    found = in_screen_words(ruled())
    assert "other programs took" in machine_text(header, found, answered(found))
    assert "other programs took" not in machine_text(header, structs.replace(found, simulated=True), None)


def test_only_the_compilers_of_the_answer_are_named():
    header = study_records(420.0, "full", 50_000, True)[0]
    assert isinstance(header, Header)
    probes = {one.work.probe for one in header.plan.variants}
    tools = {f"{probe}": Toolchain("gcc", "12.2.0", flags=("-O2", "-g")) for probe in probes}
    built_by = {**tools, **{f"{probe}/O2": tool for probe, tool in tools.items()}, "java": Toolchain("java", "25")}
    text = machine_text(structs.replace(header, toolchains=built_by), in_screen_words(ruled()), None)
    assert "gcc 12.2.0 -O2" in text
    assert "java" not in text


def test_sources_and_ways_of_deciding_are_named_and_counted():
    claims = ruled().claims
    assert source_text(claims) == 'Somebody 2020, "Threads and loops"'
    assert source_text([*claims, structs.replace(claims[0], source="Else 2021")]).endswith("; and Else 2021")
    assert source_text([]) == ""
    assert decided_text(claims) == "1 measured here; 1 read off what they say or do; 1 not measured in this run"
    assert decided_text(claims, simulated=True).startswith("1 drawn by law, not measured")


def test_every_ruling_is_explained_in_a_few_words():
    assert list(BRIEFLY) == list(COUNTED)


def test_where_the_slowness_did_not_show_the_answer_says_so_and_only_there():
    found = in_screen_words(ruled())
    claim = answered(found)
    assert claim.ruling == "artefact"
    slow = splits_of(found, claim)[0]

    def said(low: float | None) -> str:
        speed_up = structs.replace(slow.speed_up, value=1.5, low=low, high=low and 1.6)
        other = structs.replace(slow, name="another, step 2 of 2", variant="another", speed_up=speed_up)
        both = structs.replace(found, splits=(*found.splits, other))
        return concluded(both, structs.replace(claim, splits=(*claim.splits, other.name)))

    assert said(1.4).startswith("it is the loop, not the workers; with another")
    assert said(1.4).endswith("it is not slower here")
    assert said(0.9) == said(None) == "it is the loop, not the workers"
