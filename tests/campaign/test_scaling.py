"""Totals found by pilots: each work once, kept in the record, and handed to every variant of that work."""

import pytest

from assay.campaign.scaling import Search, find_totals, pilots_of, with_total
from assay.plan.expand import make_plan
from assay.run.progress import Silence
from assay.run.session import Session
from assay.run.simulated import Behaviour, SimulatedLauncher
from assay.run.simulated_probe import ProbeBehaviour
from assay.store.records import Note
from assay.study.reader import parse_study
from assay.toolchain import Command, probe_words
from tests.study.made_catalogue import STUDY, made_catalogue

TEXT = STUDY.replace("total = [100]\n", "").replace("[factors]", "[scale]\nseconds = 0.2\n\n[factors]")


class Kept:
    """A sink that keeps."""

    def __init__(self) -> None:
        self.records: list[object] = []

    def append(self, record: object) -> None:
        self.records.append(record)


class Proportional(SimulatedLauncher):
    """A machine on which a count takes so many nanoseconds; it is not called simulated, so pilots are run."""

    simulated = False

    def __init__(self, unit_ns: float) -> None:
        super().__init__(self._law, seed=1)
        self.unit_ns = unit_ns

    def _law(self, request):
        words = dict(word.split("=", 1) for word in request.argv[1:] if "=" in word)
        seconds = int(words["total"]) * self.unit_ns / 1e9
        return Behaviour(probe=ProbeBehaviour(work_seconds=seconds, warm_up_factor=1.0, iteration_noise=0.0))


def the_search(launcher, records=()):
    known = made_catalogue()
    study = parse_study(TEXT, "mine", known)
    plan = make_plan(study, known, 1, "quick", 2)
    session = Session(launcher, Kept(), Silence(), records)
    pilots = pilots_of(plan, known)
    commands = {one.variant.name: Command(("probe", *probe_words(one.variant.work))) for one in pilots.values()}
    return Search(study.scale, plan.mode, session, launcher, 0), pilots, commands, plan


@pytest.mark.parametrize("unit_ns", [0.5, 30.0, 2e6])
def test_each_work_gets_the_total_that_lasts_as_long_as_asked_for(unit_ns):
    search, pilots, commands, _ = the_search(Proportional(unit_ns))
    totals = find_totals(search, pilots, commands)
    assert set(totals) == set(pilots)
    for total in totals.values():
        assert total * unit_ns / 1e9 == pytest.approx(0.2, rel=0.15)


def test_quick_takes_its_own_length_where_the_study_gives_one(monkeypatch):
    monkeypatch.setattr("tests.campaign.test_scaling.TEXT", TEXT.replace("0.2", "0.2\nquick_seconds = 0.1"))
    search, pilots, commands, _ = the_search(Proportional(30.0))
    for total in find_totals(search, pilots, commands).values():
        assert total * 30.0 / 1e9 == pytest.approx(0.1, rel=0.15)


def test_what_was_found_is_in_the_record_and_a_resumed_run_takes_it_from_there():
    search, pilots, commands, _ = the_search(Proportional(30.0))
    totals = find_totals(search, pilots, commands)
    notes = [one for one in search.session.records if isinstance(one, Note) and one.topic == "scale"]
    assert {note.values["work"]: int(note.values["value"]) for note in notes} == totals
    launcher = Proportional(900.0)
    again, pilots, commands, _ = the_search(launcher, notes)
    assert find_totals(again, pilots, commands) == totals
    assert launcher.requests == []


def test_the_trials_of_every_variant_are_told_the_total_of_their_work():
    search, pilots, commands, plan = the_search(Proportional(30.0))
    totals = find_totals(search, pilots, commands)
    for variant in plan.variants:
        command = with_total(variant.work, Command(("probe", *probe_words(variant.work))), totals)
        words = [word for word in command.argv if word.startswith("total=")]
        assert len(words) == 1


def test_a_work_whose_pilot_fails_is_left_to_its_trials():
    launcher = SimulatedLauncher({}, seed=1)
    launcher.simulated = False
    search, pilots, commands, _ = the_search(launcher)
    assert set(find_totals(search, pilots, commands).values()) == {search.scale.pilot}


def test_a_simulated_run_tries_nothing():
    launcher = SimulatedLauncher({"*": Behaviour(probe=ProbeBehaviour())}, seed=1)
    search, pilots, commands, _ = the_search(launcher)
    assert set(find_totals(search, pilots, commands).values()) == {search.scale.pilot}
    assert launcher.requests == []


class SlowAtFirst(Proportional):
    """What compiles while it runs: twice as slow until a call has lasted long enough."""

    def _law(self, request):
        words = dict(word.split("=", 1) for word in request.argv[1:] if "=" in word)
        total = int(words["total"])
        unit_ns = self.unit_ns if total * self.unit_ns > 40e6 else 2 * self.unit_ns
        return Behaviour(
            probe=ProbeBehaviour(work_seconds=total * unit_ns / 1e9, warm_up_factor=1.0, iteration_noise=0.0)
        )


def test_a_total_is_tried_at_full_length_before_it_is_taken():
    search, pilots, commands, _ = the_search(SlowAtFirst(30.0))
    for total in find_totals(search, pilots, commands).values():
        assert total * 30.0 / 1e9 == pytest.approx(0.2, rel=0.1)
