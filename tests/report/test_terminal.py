"""What must hold of every screen, whatever it shows."""

import re
from collections import Counter

import pytest
from msgspec import structs

from assay.analysis.analyse import analyse
from assay.analysis.model import Estimate, Findings, Step
from assay.report.ladder_screen import ladder_lines
from assay.report.layout import NARROWEST, WIDEST
from assay.report.terminal import SIMULATED, render, render_text
from assay.wording import LABELS
from tests.analysis.made_records import made_family, made_run
from tests.report.made_findings import (
    CASES,
    cannot_tell,
    failing,
    faster,
    interrupted,
    loud,
    quick,
    ruled,
    several,
    simulated,
    study,
    times,
)
from tests.test_wording import FORBIDDEN

STUDIES = ("study", "ruled", "loud", "languages", "loud_languages", "waiting")
EQUATION_NAMES = ("left", "side", "scaling", "extra", "work", "intervals:")
"""Below each equation where there is no room for columns."""
COMMANDS = [case for case in CASES if case not in STUDIES]


def flat(findings: Findings, width: int = WIDEST) -> str:
    """The screen as one line, as a reader takes it in."""
    return " ".join(render_text(findings, width).split())


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("width", [NARROWEST, 93, WIDEST, 20, 500])
def test_no_line_is_wider_than_the_screen(case: str, width: int) -> None:
    columns = max(NARROWEST, min(WIDEST, width))
    assert max(map(len, render_text(CASES[case](), width).splitlines())) <= columns


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("width", [80, 100])
def test_no_word_is_cut_to_fit_the_screen(case: str, width: int) -> None:
    wide, narrow = (Counter(render_text(CASES[case](), columns).split()) for columns in (WIDEST, width))
    for word in narrow - wide:  # rules and joints are as long or as many as the width asks for
        shortened = "\N{HORIZONTAL ELLIPSIS}" in word  # a name, where a table would be too wide
        assert set(word) <= set("-|") or word in EQUATION_NAMES or shortened, word


@pytest.mark.parametrize("case", COMMANDS)
def test_a_screen_says_what_was_asked_what_came_out_how_sure_and_what_it_rests_on(case: str) -> None:
    text = flat(CASES[case]())
    assert "asked: which of these commands takes less time?" in text
    assert any(label in text for label in LABELS.values())
    assert re.search(r"\d+ rounds", text)
    assert "machine: 2 CPUs" in text
    assert "The answer holds for these programs as they are, on this machine under this load." in text
    assert "old: ./old" in text


@pytest.mark.parametrize("case", CASES)
def test_no_screen_uses_a_forbidden_word_or_names_a_cause(case: str) -> None:
    text = render_text(CASES[case]()).replace("speed-up", "")  # allowed where a work gate passed, see below
    assert not FORBIDDEN.search(text.replace("not the same work", ""))


@pytest.mark.parametrize("case", CASES)
def test_plain_text_holds_no_escape_and_colour_adds_nothing_but_colour(case: str) -> None:
    plain, coloured = render_text(CASES[case](), 100), render_text(CASES[case](), 100, color=True)
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
    assert "\x1b[" in coloured


def test_the_verdict_comes_first_and_its_label_stands_at_the_right_edge() -> None:
    first = render_text(faster(), 100).splitlines()[0]
    assert first.startswith("new takes 3.58 % less time than old")
    assert len(first) == 100
    assert first.endswith("FASTER")


def test_quick_says_quick_and_shows_no_memory() -> None:
    text = render_text(quick())
    assert "quick: 12 rounds" in text
    assert "memory" not in text
    assert "quick" not in render_text(faster())


def test_simulated_is_marked_at_both_ends_and_measured_is_not() -> None:
    lines = render_text(simulated()).splitlines()
    assert lines[0] == lines[-1] == SIMULATED
    assert "SIMULATED" not in render_text(faster())


def test_an_interrupted_run_has_no_verdict_and_says_how_to_go_on() -> None:
    text = render_text(interrupted())
    assert "NO VERDICT" in text
    assert "--resume" in text
    assert "--resume" not in render_text(cannot_tell())


def test_failures_and_differing_output_stand_beside_the_verdict() -> None:
    text = flat(failing())
    assert "caveat: 5 pairs left out: trials of new failed" in text
    assert "ended by signal 11" in text
    assert 'output: DIFFERS: line 1 is "42" from old, "43" from new' in text
    assert "caveat" not in flat(faster())
    assert "output: identical | exit 0 both" in flat(faster())


def test_several_commands_get_a_sentence_each() -> None:
    lines = render_text(several()).splitlines()
    assert lines[0].endswith("FASTER")
    assert lines[1].endswith("SLOWER")


def test_names_are_cut_where_a_table_would_be_too_wide() -> None:
    assert "./solve --threads 2 --input large.txt   " in render_text(several(), 120)
    assert re.search(r"\./sol\w*.*\N{HORIZONTAL ELLIPSIS}.*\.txt", render_text(_with_long_names(several()), 80))


def test_a_command_cannot_break_the_screen_with_its_name() -> None:
    family = made_family("old", "print('a')\n\x1b[2Jprint('b')")
    walls = dict(zip(family.variants, times(0.965).values(), strict=True))
    text = render_text(analyse(made_run(family, walls)))
    assert "\x1b" not in text
    assert text.startswith("print('a') [2Jprint('b') takes 3.58 % less time than old")


def test_two_commands_with_one_label_are_told_apart() -> None:
    findings = faster()
    alike = tuple(structs.replace(one, label="./solve") for one in findings.variants)
    assert "./solve (2) takes 3.58 % less time than ./solve " in flat(structs.replace(findings, variants=alike))


def test_a_baseline_that_always_fails_leaves_no_ratio_and_says_why() -> None:
    walls = {name: values[:5] for name, values in times(0.965).items()}
    records = [
        structs.replace(one, outcome="crashed", reason="exit status 3") if index and one.variant == "old" else one
        for index, one in enumerate(made_run(made_family("old", "new"), walls))
    ]
    text = flat(analyse(records))
    assert "new and old were never measured in one round" in text
    assert "NO VERDICT" in text
    assert "caveat: old: 5 of 5 trials failed, 5 of them so: exit status 3" in text
    assert "not finished" not in text


def test_a_ladder_is_shown_one_change_at_a_time() -> None:
    text = flat(study())
    assert "step 2 of 2" in text
    assert "step 2 of 2: its divisor is loaded" in text


def test_scaling_is_compared_across_the_steps_of_a_ladder() -> None:
    assert "scaling across 2 steps of loop (1.97x, 1.97x): largest / smallest 1.0" in flat(ruled())
    assert "equal within 5 %: the steps differ in work" in flat(ruled())
    assert "cannot tell whether equal within 5 %" in flat(loud())
    first, second = ruled().splits
    slower = structs.replace(second, scaling=Estimate(1.4, 1.39, 1.41))
    assert "; not equal within 5 %" in flat(structs.replace(ruled(), splits=(first, slower)))


def test_too_few_quiet_rounds_are_said_of_the_family() -> None:
    assert "caveat: loop: too few quiet rounds for an interval" in flat(loud())
    assert "too few quiet rounds" not in flat(ruled())


def test_the_word_speed_up_needs_every_work_gate_it_speaks_of() -> None:
    findings = study()
    assert "speed-up = scaling / extra work" not in render_text(findings)
    passed = tuple(structs.replace(split, gate_passed=True) for split in findings.splits)
    assert "speed-up = scaling / extra work" in render_text(structs.replace(findings, splits=passed))


def test_what_was_left_out_is_named_with_its_remedy() -> None:
    assert "coroutines take turns on one thread; compare them in a family of their own" in flat(study())


def test_a_rich_console_prints_the_same_text() -> None:
    from rich.console import Console

    console = Console(width=100, record=True, no_color=True, highlight=False, file=None, quiet=False)
    with console.capture() as captured:
        console.print(render(faster())[0])
    assert re.sub(r"\x1b\[[\d;]*m", "", captured.get()).rstrip() == render_text(faster(), 100)


def _with_long_names(findings: Findings) -> Findings:
    name = "./solve --with-a-very-long-option --threads 2 --input large.txt"
    old = "./solve --threads 2 --input large.txt"
    variants = [structs.replace(one, label=name) if one.variant == old else one for one in findings.variants]
    return structs.replace(findings, variants=tuple(variants))


def test_a_very_long_command_does_not_fill_the_screen() -> None:
    found = several()
    long = {name: f"{text} {'x' * 100_000} end" for name, text in found.commands.items()}
    text = render_text(structs.replace(found, commands=long), 120)
    assert len(text) < 10_000
    assert text.count(" end") >= len(long)  # what tells commands apart is often at the end


@pytest.mark.parametrize(
    ("ratios", "said"),
    [
        ([6.6, 6.7, 6.9], "nearly all of it comes with step 2"),
        ([1.1, 1.2, 6.9], "nearly all of it comes with step 4"),
        ([2.0, 4.0, 8.0], ""),  # a bit at each step
        ([1.01, 1.02, 1.05], ""),  # too little to speak of
        ([0.9, 0.8, 0.7], ""),
    ],
)
def test_the_step_that_makes_the_extra_work_is_named_where_there_is_one(ratios, said) -> None:
    found = ruled()
    one = next(one for one in found.comparisons if one.role == "extra_work")
    names = [f"c/count/serial/step={number}" for number in range(4)]
    steps = tuple(Step(variant=name, what="") for name in names)
    compared = tuple(
        structs.replace(one, baseline=names[0], candidate=name, ratio=ratio, low=ratio * 0.98, high=ratio * 1.02)
        for name, ratio in zip(names[1:], ratios, strict=True)
    )
    ladder = structs.replace(found, comparisons=compared, ladders={one.family: steps})
    text = " ".join(line.text for line in ladder_lines(ladder, one.family, {}))
    assert ("nearly all of it" in text) == bool(said)
    assert said in text
