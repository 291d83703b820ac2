"""`assay run`: from a study file to its findings."""

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, structs

from assay.analysis.model import ClaimRuling
from assay.analysis.rulings import rule_all
from assay.campaign.bench import Bench, Source, begin, header_of, launcher_of
from assay.campaign.continuing import check_unchanged, header_to_continue
from assay.campaign.measuring import measure_family, measure_memory
from assay.campaign.outcome import Result, carry_out
from assay.campaign.pilots import announce_whole, try_variants
from assay.campaign.scaling import Search, find_totals, pilots_of, with_total
from assay.campaign.supplies import Supplies, note_absent, supplies_for
from assay.catalogue import Catalogue, load_catalogue
from assay.errors import StoreError
from assay.plan.compare import MODES
from assay.plan.cost import Forecast, expected_seconds, scaling_seconds, upto, whole_seconds
from assay.plan.expand import make_plan
from assay.plan.model import CommandWork, Plan, ProbeWork
from assay.plan.order import MEMORY_ROUNDS
from assay.plan.scale import works_of
from assay.run.execute import Command, Options
from assay.run.request import Launcher
from assay.run.session import Session, Setup
from assay.store.folder import create_run, open_run
from assay.store.reader import read_records
from assay.study.claims import claim_files
from assay.study.model import Study
from assay.study.reader import find_study, parse_study, read_study

OPTIONS = "options"
"""Topic of the note that keeps how trials are run, for a resumed run."""


class HowToRun(Struct, frozen=True):
    """What the user can decide besides the study."""

    seed: int = 1
    mode: str = "full"
    timeout_s: float = 600.0  # of one trial


class Prepared(Struct, frozen=True):
    """A study, read and planned; nothing has run yet."""

    word: str  # as the user named it
    study: Study
    catalogue: Catalogue
    plan: Plan
    files: dict[str, str]  # the text of all that its rulings need


class Ground(Struct, frozen=True):
    """What is measured, and what that takes."""

    plan: Plan
    study: Study
    catalogue: Catalogue
    timeout_s: float


def prepare(word: str, how: HowToRun) -> Prepared:
    """Read the study and plan it for this machine; raises `StudyError` with every mistake of the file."""
    catalogue = catalogue_for(word)
    study = read_study(word, catalogue)
    plan = make_plan(study, catalogue, how.seed, how.mode, len(os.sched_getaffinity(0)))
    folders = catalogue.studies | {study.name: find_study(word, catalogue).parent}
    files = {name: text for of in study.claims_of for name, text in claim_files(folders[of]).items()}
    return Prepared(word, study, catalogue, plan, files)


def forecast(prepared: Prepared) -> Forecast:
    """What the plan is expected to take, and how long its study takes in either mode; building left out."""
    cpus = len(os.sched_getaffinity(0))
    study, seed = prepared.study, prepared.plan.seed
    plans = {mode: make_plan(study, prepared.catalogue, seed, mode, cpus) for mode in MODES}
    return Forecast(
        trials=expected_seconds(prepared.plan, study, cpus),
        before_s=scaling_seconds(prepared.plan, study),
        by_mode={mode: whole_seconds(plan, study, cpus) for mode, plan in plans.items()},
    )


def catalogue_for(word: str) -> Catalogue:
    """What comes with Assay, and what lies in the folder of the user's own study file."""
    catalogue = load_catalogue()
    path = find_study(word, catalogue)
    return catalogue if path.parent in catalogue.studies.values() else load_catalogue(path.parent)


def ruled_at_once(prepared: Prepared) -> tuple[ClaimRuling, ...]:
    """What the sources themselves decide, by their numbers or their method; it needs no measurement."""
    return tuple(one for one in rule_all(prepared.files, None) if one.basis != "here")


def run_study(prepared: Prepared, how: HowToRun, bench: Bench) -> Result:
    """Measure what it asks for, and say what came out."""
    plan = prepared.plan
    with launcher_of(bench, needed=bool(plan.families)) as launcher:
        ground = Ground(plan, prepared.study, prepared.catalogue, how.timeout_s)
        supplies = supplies_of(ground, bench, simulated=launcher.simulated)
        with create_run(bench.runs, plan.study) as folder:
            source = Source(prepared.study.text, prepared.files, supplies.toolchains)
            header = header_of(bench, plan, source, simulated=launcher.simulated)
            begin(folder, header)
            session = Session(launcher, folder, bench.listener, [header])
            session.note(OPTIONS, study=prepared.word, timeout_s=repr(how.timeout_s))
            note_absent(session, supplies)
            return carry_out(session, folder, lambda: measure_study(session, launcher, ground, supplies))


def continue_study(path: Path, bench: Bench) -> Result:
    """Go on with a study that ended early; its plan, and every trial it finished, stay as they are."""
    header = header_to_continue(path, "run")
    plan = header.plan
    with launcher_of(bench, needed=bool(plan.families)) as launcher, open_run(path) as folder:
        session = Session(launcher, folder, bench.listener, read_records(path))
        options = _options_of(path, session)
        catalogue = catalogue_for(options["study"])
        study = parse_study(header.study_text, plan.study, catalogue, str(path))
        ground = Ground(plan, study, catalogue, float(options["timeout_s"]))
        supplies = supplies_of(ground, bench, simulated=launcher.simulated)
        check_unchanged(path, header, bench.facts(), supplies.toolchains, simulated=launcher.simulated)
        session.note("resumed")
        return carry_out(session, folder, lambda: measure_study(session, launcher, ground, supplies))


def supplies_of(ground: Ground, bench: Bench, *, simulated: bool) -> Supplies:
    """Commands for the plan's variants, and for the pilots that find out how much work they do."""
    pilots = tuple(pilot.variant for pilot in pilots_of(ground.plan, ground.catalogue).values())
    wanted = structs.replace(ground.plan, variants=(*ground.plan.variants, *pilots))
    supplies = supplies_for(wanted, ground.catalogue, bench.listener.say, simulated=simulated)
    names = {variant.name for variant in ground.plan.variants}
    return structs.replace(supplies, absent=tuple(one for one in supplies.absent if one.variant in names))


def measure_study(session: Session, launcher: Launcher, ground: Ground, supplies: Supplies) -> None:
    """How much work there is, a pilot of every variant, then family after family, each with its memory trials."""
    plan = ground.plan
    session.prepare(setups_of(ground, supplies, totals_of(session, launcher, ground, supplies)))
    seconds: dict[str, float] = {}
    for family in plan.families:
        seconds |= try_variants(session, plan, family)
    session.expect(seconds)
    runnable = [family for family in plan.families if session.worth_going_on(family)]
    costs = {family.name: upto(plan, family, family.looks[-1].rounds, seconds)[1] for family in runnable}
    announce_whole(session.listener, sum(costs.values()), len(runnable))
    left = sum(costs.values())
    for family in runnable:
        left -= costs[family.name]
        measure_family(session, plan, family, after_s=left)
        measure_memory(session, plan, family, min(MEMORY_ROUNDS, family.looks[-1].rounds), after_s=left)


def totals_of(session: Session, launcher: Launcher, ground: Ground, supplies: Supplies) -> dict[str, int]:
    """How much work each trial does, where a pilot is to find it."""
    if ground.study.scale is None:
        return {}
    search = Search(ground.study.scale, ground.plan.mode, session, launcher, _timeout_ns(ground))
    there = {name for name, variants in works_of(ground.plan).items() if supplies.commands.keys() & set(variants)}
    pilots = pilots_of(ground.plan, ground.catalogue)
    return find_totals(search, {name: pilots[name] for name in pilots if name in there}, supplies.commands)


def setups_of(ground: Ground, supplies: Supplies, totals: Mapping[str, int]) -> dict[str, Setup]:
    """How each variant that can be executed is executed."""
    works = {variant.name: variant.work for variant in ground.plan.variants}
    return {
        name: _setup(works[name], command, totals, ground)
        for name, command in supplies.commands.items()
        if name in works
    }


def _setup(work: CommandWork | ProbeWork, command: Command, totals: Mapping[str, int], ground: Ground) -> Setup:
    timeout_ns = _timeout_ns(ground)
    if isinstance(work, CommandWork):
        return Setup(command, Options(timeout_ns=timeout_ns))
    units_word = ground.catalogue.workloads[work.workload].units
    options = Options(probe=True, timeout_ns=timeout_ns, settings=dict(work.settings), units_word=units_word)
    return Setup(with_total(work, command, totals), options)


def _timeout_ns(ground: Ground) -> int:
    return round(ground.timeout_s * 1e9)


def _options_of(path: Path, session: Session) -> dict[str, str]:
    for note in session.notes(OPTIONS):
        return note.values
    raise StoreError(f"{path}: expected a run that had begun to measure, found one that had not; start it anew")
