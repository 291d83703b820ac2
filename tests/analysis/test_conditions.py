"""Conditions of a machine: each where it is to be minded, and where it must not be."""

import pytest

from assay.analysis.conditions import CONDITIONS, conditions, doubts
from assay.analysis.conditions_cpus import pair_word
from assay.analysis.examined import QUESTIONS, SCALING, SMALL, Condition, Machine, Moment, TriedPair

FACTS = {
    "cpus_allowed": "8",
    "cpus_online": "8",
    "governor": "performance",
    "boost": "off",
    "core_types": "one",
    "sockets": "1",
    "memory_nodes": "1",
    "clocksource": "tsc",
    "control_groups": "2",
    "group_controllers": "cpu, memory",
    "cpu_quota": "none",
    "memory": "16.00 GiB",
    "memory_limit": "none",
    "memory_accounting": "proportional",
    "swap": "none",
    "transparent_huge_pages": "madvise",
    "address_randomisation": "stack, libraries and heap",
    "hardware_counters": "yes",
    "software_counters": "yes",
    "perf_event_paranoid": "1",
}
OWN = TriedPair((0, 1), False, (0.99, 1.0, 1.01, 1.0, 0.98))
QUIET = {
    "steal_share": 0.0,
    "foreign_share": 0.001,
    "clock_step_ns": 20,
    "clock_cost_ns": 50.0,
    "load_average": 0.1,
    "power": "mains",
    "slowed_by_heat": 0,
    "slowed_by_heat_now": 0,
    "waiting": {"cpu": 0.0, "io": 0.01},
    "clock_cpus": 8,
    "clock_within_ns": 20_000,
    "pairs": (OWN,),
}


def found(name: str, facts: dict | None = None, fast: str = "", **moment) -> Condition:
    known = {key: fact for key, fact in {**FACTS, **(facts or {})}.items() if fact}
    machine = Machine(known, Moment(**{**QUIET, **moment}), fast_cpus=fast)
    [one] = [one for one in conditions(machine) if one.name == name]
    return one


def test_on_a_quiet_machine_everything_is_fine_and_nothing_is_to_be_changed():
    judged = conditions(Machine(FACTS, Moment(**QUIET)))
    assert {one.state for one in judged} == {"fine"}
    assert not any(one.doubt or one.change for one in judged)


def test_of_a_machine_that_tells_nothing_no_harm_is_said():
    judged = conditions(Machine({}, Moment(None, None, 20, 50.0)))
    assert {one.name for one in judged if one.state == "mind"} <= {"clock"}


@pytest.mark.parametrize(
    ("name", "facts", "moment", "words", "change"),
    [
        ("CPUs", {"cpus_allowed": "1"}, {}, "1 of 8 allowed", "taskset"),
        ("CPU quota", {"cpu_quota": "1.50 CPUs"}, {"held_by_quota": 3}, "3 periods", "lift the quota"),
        ("CPU quota", {"cpu_quota": "1.50 CPUs", "container": "docker"}, {}, "1.50 CPUs", "--cpuset-cpus"),
        ("kinds of cores", {"core_types": "4 up to 5.1 GHz, 4 up to 3.3 GHz"}, {}, "5.1 GHz", "taskset -c 0-3"),
        ("sockets", {"sockets": "2", "memory_nodes": "2"}, {}, "2 processors", "numactl"),
        ("clock speed", {"governor": "powersave"}, {}, "governor powersave", "cpupower"),
        ("clock speed", {"boost": "on"}, {}, "boost on", "boost"),
        ("clock", {"clocksource": "hpet"}, {}, "hpet", "a kernel"),
        ("clock", {}, {"clock_backwards": 2}, "backwards 2 times", "clock source"),
        ("heat", {}, {"slowed_by_heat": 9, "slowed_by_heat_now": 2}, "2 times just now", "cool down"),
        ("heat", {}, {"slowed_by_heat": 9}, "9 times since", ""),
        ("power", {}, {"power": "battery"}, "on battery", "plug it in"),
        ("virtual machine", {"virtual_machine": "QEMU"}, {}, "QEMU", "a machine of its own"),
        ("inside Windows", {"windows_subsystem": "WSL 1"}, {}, "WSL 1", "WSL 2"),
        ("inside Windows", {"windows_subsystem": "WSL 2"}, {}, "WSL 2", "Linux file system"),
        ("memory", {"memory_accounting": "resident"}, {}, "16.00 GiB", "4.14"),
        ("swap", {"swap": "2 GiB"}, {"swap_used_bytes": 2**20}, "1.000 MiB in use", "swapoff"),
        ("huge pages", {"transparent_huge_pages": "always"}, {}, "always", "madvise"),
        ("random addresses", {"address_randomisation": "off"}, {}, "off", "randomize_va_space=2"),
        ("counters", {"hardware_counters": "not allowed"}, {}, "not allowed", "perf_event_paranoid=2"),
        ("counters", {"hardware_counters": "none"}, {}, "none", ""),
        ("load now", {}, {"steal_share": 0.02}, "steal 2.0 %", "wait"),
        ("pressure", {}, {"waiting": {"cpu": 0.3}}, "cpu 30 %", "close"),
    ],
)
def test_what_is_to_be_minded_says_what_was_seen_what_it_means_and_what_to_do(name, facts, moment, words, change):
    one = found(name, facts, "0-3", **moment)
    assert one.state == "mind"
    assert words in one.seen
    assert one.means
    assert change in one.change
    assert bool(change) == bool(one.change)
    assert one.matters_for


@pytest.mark.parametrize(
    ("name", "facts", "moment"),
    [
        ("CPU quota", {"cpu_quota": "8.00 CPUs"}, {}),
        ("power", {}, {"power": ""}),
        ("swap", {"swap": "2 GiB"}, {"swap_used_bytes": 0}),
        ("load now", {}, {"steal_share": 0.009, "foreign_share": 0.009}),
        ("pressure", {}, {"waiting": {"cpu": 0.049}}),
        ("container", {"container": "docker"}, {}),
    ],
)
def test_what_does_no_harm_is_fine(name, facts, moment):
    assert found(name, facts, **moment).state == "fine"


@pytest.mark.parametrize(
    ("ratios", "word"),
    [
        ((0.99, 1.0, 0.86), "own"),
        ((0.99, 1.0, 0.84), "cannot tell"),
        ((0.5, 0.6, 0.84), "shared"),
        ((0.5, 0.6), "cannot tell"),
        ((), "cannot tell"),
    ],
)
def test_two_cpus_are_told_by_every_repeat_or_not_at_all(ratios, word):
    assert pair_word(TriedPair((0, 1), True, ratios)) == word


@pytest.mark.parametrize(
    ("named", "ratios", "state", "words"),
    [
        (False, (0.5, 0.55, 0.6), "mind", "0+1 share a core or a host, not named as siblings: together 0.55"),
        (True, (0.5, 0.55, 0.6), "mind", "0+1 share a core or a host: together 0.55"),
        (True, (0.98, 1.0, 1.0), "fine", "0+1 have a core each, though named as siblings: together 1.00"),
        (False, (0.7, 0.9, 1.0), "unknown", "cannot tell of 0+1: together 0.90 of their speed alone (0.70 to 1.00)"),
    ],
)
def test_what_two_cpus_share_is_said_with_its_spread(named, ratios, state, words):
    one = found("CPUs together", pairs=(TriedPair((0, 1), named, ratios),))
    assert one.state == state
    assert words in one.seen


def test_tries_that_other_programs_spoilt_are_counted_and_nothing_is_told_of_them():
    one = found("CPUs together", pairs=(TriedPair((0, 1), False, (), 8),))
    assert one.state == "unknown"
    assert one.seen == "cannot tell of 0+1, 8 tries spoilt by other programs"


def test_a_condition_weakens_only_the_answers_it_matters_for():
    machine = Machine({**FACTS, "address_randomisation": "off"}, Moment(**QUIET))
    assert [one.name for one in doubts(machine, SMALL)] == ["random addresses"]
    assert doubts(machine, SCALING) == []


def test_every_condition_names_questions_that_are_asked():
    judged = conditions(Machine({}, Moment(None, None, 20, 50.0)))
    assert {question for one in judged for question in one.matters_for} <= set(QUESTIONS)
    assert len({one.name for one in judged}) == len(CONDITIONS)
