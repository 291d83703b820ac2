"""What a machine can answer: each answer where it fires, and where it must not."""

import pytest

from assay.analysis.capabilities import Capability, capabilities
from assay.analysis.examined import Machine, Moment, TriedPair

STEADY = {
    "cpus_allowed": "16",
    "cpus_online": "16",
    "threads_per_core": "2",
    "governor": "performance",
    "clocksource": "tsc",
    "hardware_counters": "yes",
    "cpu_quota": "none",
    "memory_limit": "none",
}
QUIET = Moment(steal_share=0.0, foreign_share=0.001, clock_step_ns=20, clock_cost_ns=50.0)


def answer(about: str, facts: dict[str, str] | None = None, moment: Moment = QUIET, launcher: str = "") -> Capability:
    known = {name: fact for name, fact in {**STEADY, **(facts or {})}.items() if fact}
    (found,) = [one for one in capabilities(Machine(known, moment, launcher)) if about in one.question]
    return found


def test_a_quiet_machine_of_its_own_can_answer_everything():
    assert {one.answer for one in capabilities(Machine(STEADY, QUIET))} == {"yes"}
    assert not any(one.change for one in capabilities(Machine(STEADY, QUIET)))


@pytest.mark.parametrize(
    ("about", "facts", "expected", "words"),
    [
        ("1 %", {"governor": "powersave"}, "partly", "the governor is powersave"),
        ("1 %", {"boost": "on"}, "partly", "depends on heat"),
        ("1 %", {"virtual_machine": "yes"}, "partly", "its host may be busy"),
        ("scales", {"cpus_allowed": "1"}, "no", "1 CPU allowed"),
        ("scales", {"cpus_allowed": "2"}, "partly", "up to 2 workers"),
        ("scales", {"cpu_quota": "1.50 CPUs"}, "partly", "a quota of 1.50 CPUs"),
        ("loop", {"cpus_allowed": "1"}, "partly", "extra work can be measured"),
        ("one core", {"threads_per_core": "1"}, "no", "a core of its own"),
        ("one core", {"threads_per_core": ""}, "no", "does not say"),
        ("one core", {"virtual_machine": "yes"}, "no", "virtual machine"),
        ("cycles", {"hardware_counters": "none"}, "no", "no hardware counters"),
        ("cycles", {"hardware_counters": "not allowed", "perf_event_paranoid": "4"}, "no", "perf_event_paranoid is 4"),
        ("shorter", {"clocksource": "hpet"}, "partly", "clock hpet"),
        ("memory", {"memory_limit": "1.00 GiB"}, "yes", "limit is 1.00 GiB"),
        ("1 %", {"core_types": "8 performance, 4 efficiency"}, "partly", "two kinds"),
        ("scales", {"core_types": "8 performance, 4 efficiency"}, "partly", "two kinds"),
        ("1 %", {"address_randomisation": "off"}, "partly", "the same layout"),
        ("scales", {"windows_subsystem": "WSL 1"}, "partly", "no Linux kernel"),
        ("memory", {"memory_accounting": "resident"}, "partly", "counted twice"),
    ],
)
def test_what_stands_in_the_way_is_said(about, facts, expected, words):
    found = answer(about, facts)
    assert found.answer == expected
    assert words in found.why


def pair(*ratios: float, named: bool = False) -> TriedPair:
    return TriedPair((0, 1), named, ratios)


@pytest.mark.parametrize(
    ("guest", "ratios", "expected", "words"),
    [
        ("", (0.55, 0.6, 0.58), "yes", "share a core"),
        ("yes", (0.55, 0.6, 0.58), "partly", "cannot see whether"),
        ("yes", (0.99, 1.0, 1.01), "no", "a core each"),
        ("yes", (0.5, 0.9, 1.0), "no", "does not know"),
    ],
)
def test_what_was_tried_counts_more_than_what_the_machine_says(guest, ratios, expected, words):
    moment = Moment(0.0, 0.0, 20, 50.0, pairs=(pair(*ratios),))
    found = answer("one core", {"virtual_machine": guest}, moment)
    assert found.answer == expected
    assert words in found.why


def test_without_the_launcher_nothing_can_be_compared():
    found = answer("two commands", launcher="no such file")
    assert (found.answer, found.change) == ("no", "make setup")


@pytest.mark.parametrize(
    ("steal", "foreign", "expected"), [(0.02, 0.0, "partly"), (0.0, 0.01, "partly"), (0.009, 0.009, "yes")]
)
def test_load_from_one_percent_spoils_splits_and_small_differences(steal, foreign, expected):
    moment = Moment(steal, foreign, 20, 50.0)
    assert answer("loop", moment=moment).answer == expected
    assert answer("1 %", moment=moment).answer == expected


def test_an_unknown_load_is_not_taken_for_none():
    found = answer("loop", moment=Moment(None, None, 20, 50.0))
    assert (found.answer, "unknown" in found.why) == ("partly", True)


def test_more_cpus_are_asked_of_the_machine_before_a_larger_one():
    assert "taskset" in answer("scales", {"cpus_allowed": "1", "cpus_online": "8"}).change
    assert answer("scales", {"cpus_allowed": "1", "cpus_online": "1"}).change == "a machine with more CPUs"
