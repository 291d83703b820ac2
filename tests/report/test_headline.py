"""The head of a study's screen answers its question."""

import re

from msgspec import structs

from assay.analysis.model import Estimate, Findings
from assay.analysis.rulings import NOT_MEASURED, measured_claim
from assay.report.terminal import render_text
from tests.report.made_findings import loud, ruled, study


def head(findings: Findings) -> str:
    """From the answer to the first question, as a reader takes it in."""
    text = render_text(findings, 120)
    return " ".join(text[text.index("answer:") : text.index("How much more work")].split())


def test_it_says_what_was_published_what_came_out_how_sure_and_what_it_does_not_say() -> None:
    text = head(ruled())
    assert text.startswith("answer: ARTEFACT: it is the loop, not the threads measured here alone, step 2 of 2 takes")
    assert "published With two threads the loop gets slower. (30 % of the speed; Somebody 2020, Table 1)" in text
    assert re.search(r"6\.\d+ \[6\.\d+, 6\.\d+\] times as long as the serial program's loop", text)
    assert re.search(r"with 2 threads it runs 1\.9\d* \[1\.9\d*, 1\.9\d*\] times as fast as alone", text)
    assert re.search(r"together: 0\.29\d* \[0\.29\d*, 0\.29\d*\] times as fast with 2 threads as", text)
    assert "how sure intervals of 99.17 % (95 % for 6 comparisons together), from all 20 rounds does not say" in text
    assert "does not say how it is on the source's machine, with its build, or with more than 2 workers" in text


def test_rounds_that_were_left_out_are_counted() -> None:
    found = ruled()
    fewer = tuple(structs.replace(one, rounds_used=17, rounds_left_out=3) for one in found.splits)
    text = head(structs.replace(found, splits=fewer))
    assert "from 17 of 20 rounds; in the others other programs or the hypervisor took too much" in text
    assert "in the others" not in head(found)


def test_the_first_step_and_the_one_spoken_of_are_explained() -> None:
    text = head(ruled())
    assert re.search(r"steps 1 of 2: \S.* 2 of 2: its divisor is loaded", text)
    assert "  steps " not in render_text(structs.replace(ruled(), ladders={}), 120)


def test_where_it_cannot_tell_it_says_why_and_does_not_speak_of_a_speed_up() -> None:
    text = head(loud())
    assert text.startswith("answer: CANNOT TELL: this run cannot tell (quick: 12 rounds)")
    assert "no interval, so no ruling. step 2 of 2: cannot tell: 0 of 12 rounds had steal and foreign CPU" in text
    assert "that this is a speed-up rather than a ratio of times: the work gate cannot tell: too few quiet" in text
    assert text.count("speed-up") == 1
    assert "speed-up" not in head(ruled())


def test_a_ruling_from_one_split_is_not_denied_for_another_without_an_interval() -> None:
    found = ruled()
    telling = found.splits[0]
    bare = structs.replace(telling, name="step 9 of 9", variant="another", scaling=Estimate(value=1.9))
    claims = tuple(structs.replace(one, splits=(*one.splits, bare.name)) for one in found.claims)
    text = head(structs.replace(found, splits=(*found.splits, bare), claims=claims))
    assert "from all 20 rounds; step 9 of 9: no interval, too few quiet rounds" in text
    assert "no ruling" not in text


def test_intervals_that_decide_nothing_are_said_to_reach_to_both_sides() -> None:
    found = ruled()
    claims = tuple(structs.replace(one, ruling="cannot tell", concluded="") for one in found.claims)
    said = "this run cannot tell: the intervals reach to both sides of what would decide it"
    assert said in head(structs.replace(found, claims=claims))
    assert said not in head(loud())


def test_simulated_times_are_not_called_measured() -> None:
    assert "drawn by law alone, step 2 of 2 takes" in head(structs.replace(ruled(), simulated=True))
    assert "measured here" not in head(structs.replace(ruled(), simulated=True))


def test_quick_says_quick_in_the_answer_and_full_does_not() -> None:
    assert "quick" in head(loud())
    assert "quick" not in head(ruled())


def test_the_most_telling_claim_that_was_measured_is_the_one_that_answers() -> None:
    found = ruled()
    claims = {one.id: one for one in found.claims}
    assert NOT_MEASURED in claims["loop-3"].caveats
    answering = measured_claim(found.claims)
    assert answering is not None
    assert answering.id == "loop-1"
    more_telling = structs.replace(claims["loop-1"], id="loop-4", telling=1)
    assert measured_claim((*found.claims, more_telling)) is more_telling
    assert measured_claim([claims["loop-2"], claims["loop-3"]]) is None


def test_without_a_measured_claim_there_is_no_answer() -> None:
    assert "answer:" not in render_text(study())


def test_an_answer_is_not_repeated_among_the_claims() -> None:
    text = render_text(ruled())
    assert text.count("0.30x = 1.97 / 6.6") == 1  # in the table of splits
    assert "see the answer above" in text


def test_a_claim_that_was_not_read_off_splits_answers_in_its_own_words() -> None:
    found = ruled()
    claim = structs.replace(found.claims[0], splits=(), concluded="", measured="2.04 times", ruling="holds", caveats=())
    text = head(structs.replace(found, claims=(claim,)))
    assert "HOLDS HERE" in text
    assert "measured here 2.04 times" in text
    assert "one loop takes longer with threads than without" in text


def test_split_intervals_that_are_not_there_leave_no_empty_column() -> None:
    found = ruled()
    bare = tuple(
        structs.replace(
            one, speed_up=Estimate(0.3), scaling=Estimate(1.97), extra_work=Estimate(6.6), caveats=("a doubt",)
        )
        for one in found.splits
    )
    text = render_text(structs.replace(found, splits=bare))
    assert "left side   scaling" not in text
    assert "caveat: step 2 of 2: a doubt" in text
