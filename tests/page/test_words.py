"""What a page says: the sentences of the screens, no others; quick, simulated and unfinished where it is so."""

import pytest

from assay.analysis.model import ClaimRuling
from assay.page.first import first_claims
from assay.page.rulings import beginning, tone_of
from assay.report.claims import BRIEFLY, COUNTED, counts
from assay.wording import LABELS, evidence, sentence
from tests.page.made_pages import HOSTILE, hostile_page, page_of, several_of
from tests.page.read_page import Element, read


def band(case: str) -> str:
    return " ".join(one.text for one in read(page_of(case)).all("div") if one.get("class") == "bands")


def first(case: str) -> Element:
    return next(one for one in read(page_of(case)).all("section") if one.get("id") == "first")


@pytest.mark.parametrize("case", ["faster", "quick", "failing", "several"])
def test_a_comparison_says_first_what_the_screen_says_first(case: str) -> None:
    findings = several_of(case).runs[0].findings
    for one in (one for one in findings.comparisons if one.role == "primary"):
        said = first(case).text
        names = {variant.variant: variant.label for variant in findings.variants}
        assert sentence(one, names[one.candidate], names[one.baseline]) in said
        assert evidence(one) in said
        assert LABELS[one.verdict] in said


def test_a_study_says_first_how_many_claims_came_to_which_ruling() -> None:
    claims = several_of("ruled").runs[0].findings.claims
    said = first("ruled").text
    for piece in counts(claims).replace(": ", "|").split("|"):
        assert piece.strip() in said
    for heading in ("Published", "Here", "Why"):
        assert heading in said


def box(case: str) -> str:
    found = [one.text for one in read(page_of(case)).all("section") if one.get("id") == "in-short"]
    return found[0] if found else ""


def test_a_study_says_first_what_came_out_how_sure_and_what_it_does_not_say() -> None:
    said = box("ruled")
    assert "It is the loop, not the threads." in said
    for words in ("How sure", "from all 20 rounds", "Machine", "2 CPUs", "Does not say", "Published"):
        assert words in said
    assert 'about: Somebody 2020, "Threads and loops"' in read(page_of("ruled")).one("header").text


def test_what_cannot_be_told_says_so_and_a_study_without_claims_answers_its_first_question() -> None:
    assert "This run cannot tell (quick: 12 rounds)." in box("loud")
    findings = several_of("languages").runs[0].findings
    assert any(question in box("languages") for question in findings.questions.values())
    assert "How sure" in box("languages")
    assert box("faster") == ""


def test_each_ruling_that_occurs_is_explained_beside_its_count() -> None:
    said = first("ruled").text
    occurring = {claim.ruling for claim in several_of("ruled").runs[0].findings.claims}
    for ruling, meaning in BRIEFLY.items():
        assert (meaning in said) == (ruling in occurring)


def test_one_claim_that_held_is_among_the_first_and_stands_first() -> None:
    many = [claim(f"x-{n}", "confound", n) for n in range(1, 9)]
    assert first_claims([*many, claim("held", "holds")])[0].id == "held"
    assert [one.id for one in first_claims(many)] == ["x-1", "x-2", "x-3"]


def test_every_claim_is_told_in_full() -> None:
    page = read(page_of("ruled"))
    folded = {one.get("id"): one.text for one in page.all("details") if one.get("class") == "ruling"}
    for claim in several_of("ruled").runs[0].findings.claims:
        said = folded[f"claim-{claim.id}"]
        for words in (claim.claim, claim.published, claim.why, claim.place, claim.basis, *claim.caveats):
            assert words in said


def test_quick_says_quick_and_full_does_not() -> None:
    assert "QUICK: 12 rounds" in band("quick")
    assert "QUICK" not in band("faster")


def test_simulated_says_simulated_and_measured_does_not() -> None:
    assert "SIMULATED" in band("simulated")
    assert "SIMULATED" not in page_of("faster")


def test_a_run_that_ended_early_has_no_verdict_and_a_finished_one_has() -> None:
    assert "no verdict" in band("interrupted")
    assert band("faster") == ""


def test_what_failed_is_counted_and_told_with_its_reason() -> None:
    assert "ended by signal 11" in read(page_of("failing")).text
    assert "None of " not in page_of("failing")
    assert "trials failed." in page_of("faster")


def test_a_command_that_would_be_a_program_stays_text() -> None:
    page = hostile_page()
    assert HOSTILE not in page
    assert page.count("<script") == 1
    read_again = read(page)
    assert HOSTILE in read_again.text
    assert not list(read_again.all("img"))


def test_the_seed_the_study_and_the_machine_are_there() -> None:
    header = several_of("ruled").runs[0].header
    said = read(page_of("ruled")).text
    for words in (str(header.plan.seed), header.study_sha256, *header.machine.values()):
        assert words in said


def test_a_ruling_and_a_verdict_have_a_tone_and_other_words_have_none() -> None:
    assert {tone_of(word.upper()) for word in COUNTED} == {"good", "bad", "doubt"}
    assert all(tone_of(word) for word in LABELS.values())
    assert tone_of("holds here") == "good"
    assert tone_of("threads") == ""


def claim(name: str, ruling: str = "holds", telling: int = 0, basis: str = "their numbers") -> ClaimRuling:
    words = {"source": "S", "place": "p", "claim": "c", "published": "1", "measured": "2", "why": "w"}
    return ClaimRuling(id=name, ruling=ruling, basis=basis, telling=telling, **words)


def test_the_first_screen_has_the_measured_claim_and_the_most_telling_ones() -> None:
    many = [claim(f"x-{n}", "confound") for n in range(9)]
    telling = [claim("t-1", "artefact", 1), claim("t-2", "holds", 2), claim("here", "cannot tell", 0, "here")]
    shown = [one.id for one in first_claims([*many, *telling])]
    assert shown[0] == "t-2"  # what holds comes first
    assert {"t-1", "t-2", "here"} == set(shown)
    assert len(shown) == 3


def test_a_reason_is_shortened_at_the_end_of_a_sentence_only() -> None:
    assert beginning("Short. And more.") == "Short. And more."
    long = (
        "A sentence that is told, and is by no means the shortest one. "
        + "It goes on, and on, and on, and so it does " * 6
        + "to its end."
    )
    assert beginning(long) == "A sentence that is told, and is by no means the shortest one."
    assert beginning("x" * 500) == "x" * 500


def test_a_few_words_are_no_reason_by_themselves() -> None:
    rest = "Y" + "y" * 300
    assert beginning(f"Said openly. {rest}") == f"Said openly. {rest}"
