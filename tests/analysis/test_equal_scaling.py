"""Whether steps scale alike."""

import pytest

from assay.analysis.equal_scaling import EqualScaling, equal_scaling
from assay.analysis.model import Estimate, Split, Step

LADDERS = {"O2": (Step("a", ""), Step("b", ""), Step("c", "")), "O0": (Step("d", ""), Step("e", ""))}


def split(serial: str, scaling: float, half: float | None = 0.01, how: str = "thread") -> Split:
    ends = (None, None) if half is None else (scaling - half, scaling + half)
    estimate = Estimate(scaling, *ends)
    name, variant = f"step {serial}", f"{how}/{serial}/workers=2"
    return Split(name, estimate, estimate, estimate, 2, True, 20, 0, (), variant, serial)


def judged(*splits: Split) -> EqualScaling:
    (found,) = equal_scaling(splits, LADDERS)
    return found


def test_steps_that_scale_alike_within_their_intervals_are_equal() -> None:
    found = judged(split("b", 1.97), split("a", 1.98))
    assert (found.family, found.splits, found.word) == ("O2", ("step a", "step b"), "equal")
    assert found.ratio == pytest.approx(1.98 / 1.97)
    assert (found.low, found.high) == (1.0, pytest.approx(1.99 / 1.96))


def test_steps_whose_intervals_lie_further_apart_are_not_equal() -> None:
    found = judged(split("a", 1.98), split("b", 1.5), split("c", 1.9))
    assert found.word == "not equal"
    assert found.low == pytest.approx(1.97 / 1.51)


def test_wide_or_missing_intervals_cannot_tell() -> None:
    assert judged(split("a", 1.98, 0.2), split("b", 1.97)).word == "cannot tell"
    assert judged(split("a", 1.98), split("b", 1.98, None)).word == "cannot tell"


def test_each_ladder_and_each_way_to_run_it_is_judged_by_itself() -> None:
    pools = [split(name, 1.2, how="pool") for name in ("a", "b")]
    threads = [split(name, 1.9, how="thread") for name in ("a", "b")]
    found = equal_scaling([*pools, *threads, split("d", 1.4), split("e", 1.9)], LADDERS)
    assert [(one.family, one.word) for one in found] == [("O2", "equal"), ("O2", "equal"), ("O0", "not equal")]


def test_one_step_alone_is_not_compared() -> None:
    assert equal_scaling([split("a", 1.9), split("x", 1.2)], LADDERS) == ()
