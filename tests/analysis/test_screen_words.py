"""Steps are named by their place on a ladder, wherever they are shown."""

import json
import re

from assay.analysis.model import Step
from assay.analysis.screen_words import in_screen_words, step_words
from assay.report.document import to_json
from assay.report.terminal import render_text
from tests.report.made_findings import CASES, faster, ruled


def ladder(build: str, factor: str = "step") -> tuple[Step, ...]:
    return tuple(Step(f"c/count/serial/{build}/{factor}={level}", "") for level in range(3))


def labels(*builds: str) -> dict[str, str]:
    return {
        step.variant: f"{build} step {level}, serial" for build in builds for level, step in enumerate(ladder(build))
    }


def test_a_step_is_named_by_its_place_with_what_stands_before_it_set_off() -> None:
    said = step_words({"O2": ladder("O2"), "O0": ladder("O0")}, labels("O2", "O0"))
    assert said("O2 step 2, 2 threads") == "O2, step 3 of 3, 2 threads"
    assert said("O0 step 0: 0.97x = 0.97 / 1.00") == "O0, step 1 of 3: 0.97x = 0.97 / 1.00"
    assert said("Does the loop of step 1 scale as that of step 0 does (O2)?") == (
        "Does the loop of step 2 of 3 scale as that of step 1 of 3 does (O2)?"
    )


def test_a_place_is_not_translated_again_and_longer_words_are_left_alone() -> None:
    said = step_words({"O2": ladder("O2")}, labels("O2"))
    for text in ("step 1 of 3", "step 10", "footstep 1", "step 7"):
        assert said(text) == text
    assert said(said("O2 step 0, serial")) == "O2, step 1 of 3, serial"


def test_a_ladder_whose_steps_a_name_does_not_tell_apart_keeps_its_words() -> None:
    steps = (Step("c/count/serial/O2", ""), Step("c/count/serial/O3", ""))
    assert step_words({"builds": steps}, {})("O2 step 1") == "O2 step 1"


def test_no_screen_counts_steps_in_two_ways() -> None:
    for name, case in CASES.items():
        assert not re.search(r"\bstep \d+(?! of)\b", render_text(case())), name
    assert "step 2 of 2" in render_text(ruled())


def test_names_in_json_stay_as_they_are() -> None:
    assert "step 1 of 2" not in json.dumps(to_json(ruled()))
    assert "step=1" in json.dumps(to_json(ruled()))


def test_a_comparison_of_commands_is_left_alone() -> None:
    assert in_screen_words(faster()) == faster()
