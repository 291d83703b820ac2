"""Runs one trial and puts what came of it into a record, with exactly one outcome.

A failed trial is a record like any other. Nothing here looks at how long anything took.
"""

from collections.abc import Iterable, Mapping
from typing import Protocol

from msgspec import Struct

from assay.plan.model import Trial
from assay.run.output import kept_output, last_words
from assay.run.protocol import Fault, read_conversation
from assay.run.request import Launcher, Load, Memory, Report, Request, Run
from assay.store.records import MachineLoad, Output, ProbeReport, Runs, TreeMemory, TrialRecord

CONVERSATION_BYTES = 64 << 20
"""What a probe may say: its samples are raw up to 10^5."""
OUTPUT_BYTES = 1 << 20
"""What is kept of a command's output in a pilot."""
ENDLESS_BYTES = 1 << 30
"""A command that prints more than this in a pilot is taken to print without end."""
PRINTED_TOO_MUCH = "printed more than"
"""How the launcher's word for that begins."""
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


def run_trial(trial: Trial, command: Command, launcher: Launcher, options: Options) -> TrialRecord:
    """Run it, wait for it, and say what came out."""
    report = launcher.run(_request(trial, command, options))
    said = _conversation(report, command, options)
    outcome, reason = _outcome(report, said, options)
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
        runs=_columns(report.runs),
        load=_load(report.load),
        probe=said.report if isinstance(said, Fault) else said,
        output=_output(trial, report, options),
        memory=_memory(report.memory),
    )


def _request(trial: Trial, command: Command, options: Options) -> Request:
    environment = command.environment
    return Request(
        variant=trial.variant,
        argv=command.argv,
        repeat=options.repeats if trial.purpose == "timed" else 1,
        timeout_ns=options.timeout_ns,
        cwd=command.cwd,
        environment=None if environment is None else dict(environment),
        padding=trial.padding,
        keep_stdout=_kept_bytes(trial, options),
        keep_stderr=STDERR_BYTES,
        sample_memory=trial.purpose == "memory",
        counters=trial.purpose == "memory",
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
    asked = dict(word.split("=", 1) for word in command.argv[1:] if "=" in word)
    return read_conversation(report.stdout, asked)


def _outcome(report: Report, said: ProbeReport | Fault | None, options: Options) -> tuple[str, str]:
    if report.error and report.runs:
        return ("bad output" if report.error.startswith(PRINTED_TOO_MUCH) else "crashed"), report.error
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


def _columns(runs: tuple[Run, ...]) -> Runs | None:
    if not runs:
        return None
    return Runs(
        started_ns=tuple(run.started_ns for run in runs),
        wall_ns=tuple(run.wall_ns for run in runs),
        exec_ns=tuple(run.exec_ns for run in runs),
        user_ns=tuple(run.user_ns for run in runs),
        system_ns=tuple(run.system_ns for run in runs),
        max_rss_bytes=tuple(run.max_rss_bytes for run in runs),
        voluntary_switches=tuple(run.voluntary_switches for run in runs),
        involuntary_switches=tuple(run.involuntary_switches for run in runs),
        minor_faults=tuple(run.minor_faults for run in runs),
        major_faults=tuple(run.major_faults for run in runs),
        migrations=_counted(run.migrations for run in runs),
        cycles=_counted(run.cycles for run in runs),
        instructions=_counted(run.instructions for run in runs),
        cache_misses=_counted(run.cache_misses for run in runs),
        branch_misses=_counted(run.branch_misses for run in runs),
    )


def _counted(values: Iterable[int]) -> tuple[int, ...]:
    """A column of perf events; empty where not one run has a count."""
    column = tuple(values)
    return column if any(value >= 0 for value in column) else ()


def _load(load: Load) -> MachineLoad:
    return MachineLoad(
        window_ns=load.window_ns,
        cpus=load.cpus,
        steal_ns=load.steal_ns,
        foreign_ns=load.foreign_ns,
        resolution_ns=load.resolution_ns,
        throttled_ns=load.throttled_ns,
    )


def _output(trial: Trial, report: Report, options: Options) -> Output | None:
    if options.probe or trial.purpose != "pilot" or not report.runs:
        return None
    return kept_output(report.stdout, report.runs[-1].stdout_bytes)


def _memory(memory: Memory | None) -> TreeMemory | None:
    if memory is None:
        return None
    return TreeMemory(memory.method, memory.peak_bytes, memory.mean_bytes, memory.samples)
