import pytest

from assay.run.bundle import MOST_REPEATS, bundle_sizes
from assay.run.memory import memory_rounds


@pytest.mark.parametrize(
    ("seconds", "rounds", "size"),
    [
        (0.001, 80, 50),  # 50 ms of 1 ms runs
        (0.2, 80, 1),  # longer than a bundle
        (0.049, 80, 1),  # all but fills it: 50 / 49 is nearer to 1 than to 2
        (0.030, 80, 2),
        (0.001, 10, 150),  # 3 s / (10 rounds x 2 commands) = 150 ms
        (0.001, 12, 125),
        (0.001, 2, 50),  # no verdict under six rounds, so none that could come too soon
        (0.0, 80, MOST_REPEATS),
    ],
)
def test_a_bundle_fills_50_ms_and_all_of_them_three_seconds(seconds, rounds, size):
    assert bundle_sizes({"a": seconds, "b": seconds}, rounds)["a"] == size


def test_each_command_fills_its_own_bundle():
    assert bundle_sizes({"a": 0.001, "b": 0.5}, 80) == {"a": 50, "b": 1}


@pytest.mark.parametrize("rounds", [6, 10, 12, 20, 80])
def test_no_last_look_comes_before_three_seconds(rounds):
    seconds = {"a": 0.0007, "b": 0.013, "c": 0.02}
    sizes = bundle_sizes(seconds, rounds)
    assert sum(seconds[name] * sizes[name] for name in seconds) * rounds >= 3.0 * 0.95


@pytest.mark.parametrize(
    ("round_seconds", "measured", "rounds"),
    [
        (0.002, 8.0, 8),  # cheap: as many as are of use
        (0.4, 8.0, 8),  # 3.2 s within half of 8 s
        (1.0, 20.0, 8),  # within 10 s
        (2.0, 160.0, 8),  # a tenth of 160 s is 16 s
        (5.0, 50.0, 2),  # 10 s
        (60.0, 600.0, 1),
        (100.0, 200.0, 1),  # at least one
        (0.0, 0.0, 8),
    ],
)
def test_memory_is_looked_at_as_often_as_its_budget_allows(round_seconds, measured, rounds):
    assert memory_rounds(round_seconds, measured) == rounds
