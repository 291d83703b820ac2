import pytest

from assay.plan.model import Trial
from assay.run.progress import Meter


@pytest.fixture
def clock(monkeypatch):
    """Time that passes only when the test says so."""
    now = [0.0]
    monkeypatch.setattr("assay.run.progress.time.monotonic", lambda: now[0])

    def passes(seconds):
        now[0] += seconds

    return passes


def trials(*variants):
    return [Trial(family="f", round=1, position=0, variant=name) for name in variants]


def test_what_is_left_is_what_the_open_trials_should_take(clock):
    meter = Meter("x", trials("a", "b", "a"), {"a": 1.0, "b": 5.0}, after_s=0.0)
    clock(1.0)
    progress = meter.finished("a", measured=True)
    assert (progress.done, progress.planned, progress.left_s) == (1, 3, 6.0)


def test_the_pace_so_far_corrects_it(clock):
    meter = Meter("x", trials("a", "a", "a"), {"a": 1.0}, after_s=0.0)
    clock(2.0)
    assert meter.finished("a", measured=True).left_s == 4.0


def test_what_follows_the_phase_is_left_too(clock):
    meter = Meter("x", trials("a", "a"), {"a": 1.0}, after_s=60.0)
    clock(1.0)
    assert meter.finished("a", measured=True).left_s == 61.0


def test_trials_that_an_earlier_start_measured_say_nothing_of_the_pace(clock):
    meter = Meter("x", trials("a", "a", "a", "a"), {"a": 1.0}, after_s=0.0)
    clock(0.001)
    assert meter.finished("a", measured=False).left_s is None
    clock(1.5)
    assert meter.finished("a", measured=True).left_s == 3.0


def test_where_nothing_is_known_nothing_is_said(clock):
    meter = Meter("x", trials("a", "a"), {}, after_s=0.0)
    clock(1.0)
    assert meter.finished("a", measured=True).left_s is None
