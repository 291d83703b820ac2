"""`assay compare`: from a handful of commands to which of them takes less time."""

import hashlib
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from assay.campaign.bench import Bench, Source, begin, header_of, launcher_of
from assay.campaign.continuing import check_unchanged, header_to_continue
from assay.campaign.measuring import measure_family, measure_memory
from assay.campaign.outcome import Result, carry_out
from assay.campaign.pilots import announce_cost, bundles_of, pilot
from assay.errors import UsageError
from assay.plan.compare import compare_plan
from assay.plan.model import CommandWork, Plan, Variant
from assay.run.execute import Options
from assay.run.memory import memory_rounds
from assay.run.session import Session, Setup
from assay.store.folder import create_run, open_run
from assay.store.reader import read_records
from assay.store.records import Toolchain, TrialRecord


class Asked(Struct, frozen=True):
    """What the user asked of `assay compare`; its text is kept as the study of the run."""

    commands: tuple[str, ...]
    names: tuple[str, ...] = ()
    seed: int = 1
    mode: str = "full"
    rounds: int | None = None
    margin: float = 0.01
    timeout_s: float = 0.0  # 0 = none
    shell: bool = False  # run every command in a shell
    ignore_failure: bool = False


class PlainCommand(Struct, frozen=True):
    """A user's own command: the caller's environment, the caller's folder."""

    argv: tuple[str, ...]
    environment: Mapping[str, str] | None = None
    cwd: str = ""


def compare(asked: Asked, bench: Bench) -> Result:
    """Measure, and say what came out."""
    plan = plan_of(asked)
    programs = programs_of(plan)
    with launcher_of(bench) as launcher, create_run(bench.runs, plan.study) as folder:
        source = Source(msgspec.json.encode(asked).decode(), {}, programs)
        header = header_of(bench, plan, source, simulated=launcher.simulated)
        begin(folder, header)
        session = Session(launcher, folder, bench.listener, [header])
        return carry_out(session, folder, lambda: measure_commands(session, asked, plan))


def continue_comparison(path: Path, bench: Bench) -> Result:
    """Go on with a comparison that ended early; its plan, and every trial it finished, stay as they are."""
    header = header_to_continue(path, "compare")
    asked = msgspec.json.decode(header.study_text, type=Asked)
    with launcher_of(bench) as launcher, open_run(path) as folder:
        programs = programs_of(header.plan)
        check_unchanged(path, header, bench.facts(), programs, simulated=launcher.simulated)
        session = Session(launcher, folder, bench.listener, read_records(path))
        session.note("resumed")
        return carry_out(session, folder, lambda: measure_commands(session, asked, header.plan))


def plan_of(asked: Asked) -> Plan:
    """The plan of these words, and of nothing else."""
    _refuse_other_bytes(asked.commands + asked.names)
    plan = compare_plan(asked.commands, asked.names, asked.seed, asked.mode, asked.rounds, asked.margin)
    if not asked.shell:
        return plan
    return msgspec.structs.replace(plan, variants=tuple(map(_in_a_shell, plan.variants)))


def measure_commands(session: Session, asked: Asked, plan: Plan) -> None:
    """Pilots, rounds to a verdict, memory."""
    family = plan.families[0]
    session.prepare(_setups(asked, plan, {}))
    seconds = pilot(session, plan, family)
    bundles = bundles_of(session, seconds, family.looks[-1].rounds)
    session.prepare(_setups(asked, plan, bundles))
    bundled = {name: seconds[name] * bundles[name] for name in seconds}
    session.expect(bundled)
    announce_cost(session.listener, plan, bundled)
    measure_family(session, plan, family)
    measure_memory(session, plan, family, memory_rounds(sum(seconds.values()), _measured_seconds(session)))


def programs_of(plan: Plan) -> dict[str, Toolchain]:
    """The program behind each command, by its content: a resumed run must meet the same ones."""
    return {variant.name: _program(variant) for variant in plan.variants}


def _setups(asked: Asked, plan: Plan, bundles: Mapping[str, int]) -> dict[str, Setup]:
    return {variant.name: _setup(asked, variant, bundles.get(variant.name, 1)) for variant in plan.variants}


def _setup(asked: Asked, variant: Variant, repeats: int) -> Setup:
    assert isinstance(variant.work, CommandWork)
    options = Options(repeats=repeats, timeout_ns=round(asked.timeout_s * 1e9), ignore_failure=asked.ignore_failure)
    return Setup(PlainCommand(variant.work.argv), options)


def _in_a_shell(variant: Variant) -> Variant:
    assert isinstance(variant.work, CommandWork)
    text = variant.work.text
    return msgspec.structs.replace(variant, work=CommandWork(text=text, argv=("/bin/sh", "-c", text), shell=True))


def _program(variant: Variant) -> Toolchain:
    assert isinstance(variant.work, CommandWork)
    word = variant.work.argv[0]
    path = shutil.which(word)
    if path is None:
        raise _not_a_program(variant.work.text, word)
    with Path(path).open("rb") as file:
        return Toolchain(name=Path(word).name, version=f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()[:16]}")


def _not_a_program(text: str, word: str) -> UsageError:
    if os.sep in word and Path(word).is_dir():
        found, remedy = "a folder", "name the program in it"
    elif os.sep in word and Path(word).exists():
        found, remedy = "a file that may not be executed", f"allow it: chmod +x {word}"
    elif os.sep in word:
        found, remedy = "no such file", "mind the path and the current folder"
    else:
        found, remedy = "none of that name on the PATH", "mind the spelling, give its path, or install it"
    return UsageError(f"command {text!r}: expected a program at {word!r}, found {found}; {remedy}")


def _refuse_other_bytes(words: tuple[str, ...]) -> None:
    """A record is UTF-8, and a command that it cannot hold could not be run again from it."""
    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise UsageError(
                f"command {word!r}: expected text in UTF-8, found other bytes; "
                "put the command into a script, and compare that"
            ) from None


def _measured_seconds(session: Session) -> float:
    """By the record, so that a resumed run plans the same memory trials."""
    timed = (record for record in session.records if isinstance(record, TrialRecord) and record.purpose == "timed")
    return sum(sum(record.runs.wall_ns) for record in timed if record.runs) / 1e9
