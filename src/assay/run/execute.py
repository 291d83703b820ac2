"""Runs one trial and puts what came of it into a record, with exactly one outcome.

A failed trial is a record like any other. Nothing here looks at how long anything took.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol

from msgspec import Struct

from assay.plan.model import Trial
from assay.run.billed import columns, machine_load, tree_memory
from assay.run.output import kept_output, last_words
from assay.run.protocol import Fault, read_conversation
from assay.run.request import LOST, Launcher, Report, Request, Run
from assay.run.surroundings import NotHere, Surroundings, surroundings
from assay.store.records import Output, ProbeReport, TrialRecord

CONVERSATION_BYTES = 64 << 20
"""What a probe may say: its samples are raw up to 10^5."""
OUTPUT_BYTES = 1 << 20
"""What is kept of a command's output in a pilot."""
ENDLESS_BYTES = 1 << 30
"""A command that prints more than this in a pilot is taken to print without end."""
PRINTED_TOO_MUCH = "printed more than"
"""How the launcher's word for that begins."""
NOT_ALLOWED = ("cpus: ", "nice: ", "policy: ")
"""How its words begin where the kernel does not allow a setting."""
MOST_CPUS = 4096
"""A machine that is only simulated has as many as anybody may ask for."""
STDERR_BYTES = 16 << 10
"""Enough for the last words of a command that failed."""


class Command(Protocol):
    """What to execute for a variant; `toolchain` and the campaign make these."""

    @property
    def argv(self) -> tuple[str, ...]: ...
    @property
    def environment(self) -> Mapping[str, str] | None: ...
    @property
    def cwd(self) -> str: ...


class Options(Struct, frozen=True):
    """How the trials of one variant are run."""

    probe: bool = False  # standard output is a conversation, and is read
    repeats: int = 1  # runs in the bundle of a timed trial
    timeout_ns: int = 0  # per run; 0 = none
    ignore_failure: bool = False  # an exit status other than 0 is no failure
    settings: Mapping[str, str] = {}  # what is set around it from outside: nice, policy, cpus
    units_word: str = ""  # of a probe: the word that says how many units of work an iteration does; "" = none does


def run_trial(trial: Trial, command: Command, launcher: Launcher, options: Options) -> TrialRecord:
    """Run it, wait for it, and say what came out."""
    try:
        around = surroundings(options.settings, range(MOST_CPUS) if launcher.simulated else None)
    except NotHere as reason:
        return _skipped(trial, str(reason))
    report = launcher.run(_request(trial, command, options, around))
    return _record(trial, command, report, options)


def pass_over(trial: Trial, command: Command, launcher: Launcher, options: Options) -> None:
    """The record holds it: a launcher that only pretends draws its times again, and nothing else is done."""
    with suppress(NotHere):
        around = surroundings(options.settings, range(MOST_CPUS))
        launcher.pass_over(_request(trial, command, options, around))


def was_lost(record: TrialRecord) -> bool:
    """Whether the launcher died, and not the command."""
    return record.outcome == "crashed" and record.reason.startswith(LOST)


def _skipped(trial: Trial, reason: str) -> TrialRecord:
    return TrialRecord(
        family=trial.family,
        round=trial.round,
        position=trial.position,
        variant=trial.variant,
        purpose=trial.purpose,
        outcome="skipped",
        reason=reason,
    )


def _record(trial: Trial, command: Command, report: Report, options: Options) -> TrialRecord:
    said = _conversation(report, command, options)
    outcome, reason = _outcome(report, said, options)
    short = _wrong_units(said, _words(command), options) if outcome == "ok" else ""
    if short:
        outcome, reason = "wrong answer", short
    last = _telling_run(report, options)
    return TrialRecord(
        family=trial.family,
        round=trial.round,
        position=trial.position,
        variant=trial.variant,
        purpose=trial.purpose,
        outcome=outcome,
        reason=reason,
        padding=trial.padding,
        repeats=max(1, len(report.runs)),
        exit_code=last.exit_code if last else 0,
        signal=last.signal if last else 0,
        orphans=sum(run.orphans for run in report.runs),
        runs=columns(report.runs),
        load=machine_load(report.load),
        probe=said.report if isinstance(said, Fault) else said,
        output=_output(trial, report, options),
        memory=tree_memory(report.memory),
    )


def _request(trial: Trial, command: Command, options: Options, around: Surroundings) -> Request:
    environment, untimed = command.environment, trial.purpose == "memory"
    return Request(
        variant=trial.variant,
        argv=command.argv,
        repeat=options.repeats if trial.purpose == "timed" else 1,
        timeout_ns=options.timeout_ns,
        cwd=command.cwd,
        environment=None if environment is None else dict(environment),
        padding=trial.padding,
        cpus=around.cpus,
        nice=around.nice,
        policy=around.policy,
        keep_stdout=_kept_bytes(trial, options),
        keep_stderr=STDERR_BYTES,
        sample_memory=untimed,
        counters=untimed,
        mark=untimed and options.probe and _words(command).get("mark") == "1",
        output_limit=CONVERSATION_BYTES if options.probe else ENDLESS_BYTES,
    )


def _kept_bytes(trial: Trial, options: Options) -> int:
    if options.probe:
        return CONVERSATION_BYTES
    return OUTPUT_BYTES if trial.purpose == "pilot" else 0


def _conversation(report: Report, command: Command, options: Options) -> ProbeReport | Fault | None:
    """What a probe said; nothing where it did not come to speak its last word by itself."""
    if not options.probe or report.error or not report.runs or report.runs[-1].timed_out or report.runs[-1].signal:
        return None
    return read_conversation(report.stdout, _words(command))


def _words(command: Command) -> dict[str, str]:
    """What a probe is asked; words of an interpreter among them disturb nobody."""
    return dict(word.split("=", 1) for word in command.argv[1:] if "=" in word)


def _outcome(report: Report, said: ProbeReport | Fault | None, options: Options) -> tuple[str, str]:
    if report.error and report.runs:
        return ("bad output" if report.error.startswith(PRINTED_TOO_MUCH) else "crashed"), report.error
    if report.error.startswith(NOT_ALLOWED):
        return "skipped", report.error
    if report.error.startswith(LOST):
        return "crashed", report.error
    if report.error:
        return "crashed", f"did not start: {report.error}"
    if not report.runs:
        return "crashed", "the launcher reported no run"
    run = _telling_run(report, options) or report.runs[-1]
    if run.timed_out:
        return "timed out", f"ended after {options.timeout_ns / 1e9:g} s{_with_words(report)}"
    if run.signal:
        return "crashed", f"ended by signal {run.signal}{_with_words(report)}"
    if isinstance(said, Fault):
        # A probe that dies tells less with its half conversation than with its exit status.
        died = run.exit_code != 0 and said.outcome == "bad output"
        return ("crashed", _status(run, report)) if died else (said.outcome, said.reason)
    if run.exit_code != 0 and not options.ignore_failure:
        return "crashed", _status(run, report)
    return "ok", ""


def _wrong_units(said: ProbeReport | Fault | None, words: Mapping[str, str], options: Options) -> str:
    """What was expected and found where an iteration did more or less work than it was asked for; else ""."""
    if not options.units_word or not isinstance(said, ProbeReport):
        return ""
    if words.get("steps", "1") != "1" or words.get("window_ms", "0") != "0":
        return ""  # several sweeps, or as much as can be done until the time is over
    expected = int(words.get(options.units_word, "0"))
    found = [one.units for one in said.iterations if expected and one.units != expected]
    return (
        f"units of work: expected {expected} in each iteration, as {options.units_word} says, found {found[0]}"
        if found
        else ""
    )


def _telling_run(report: Report, options: Options) -> Run | None:
    """The first run that failed, else the last one."""
    failed = (run for run in report.runs if _failed(run, options))
    return next(failed, report.runs[-1] if report.runs else None)


def _failed(run: Run, options: Options) -> bool:
    return run.timed_out or run.signal != 0 or (run.exit_code != 0 and not options.ignore_failure)


def _status(run: Run, report: Report) -> str:
    return f"exit status {run.exit_code}{_with_words(report)}"


def _with_words(report: Report) -> str:
    words = last_words(report.stderr)
    return f": {words}" if words else ""


def _output(trial: Trial, report: Report, options: Options) -> Output | None:
    if options.probe or trial.purpose != "pilot" or not report.runs:
        return None
    return kept_output(report.stdout, report.runs[-1].stdout_bytes)
