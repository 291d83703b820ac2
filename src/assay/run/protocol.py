"""Reads what a probe says on standard output: JSON lines, in this order.

    hello                  who it is, what it was asked for, its clock
    iteration ...          one for each timed or warm-up call of the work
    answer                 whether the work came out right
    bye                    what it saw of the kernel

or, instead of all that, one line `refused`. Comes in: the bytes. Goes out: a `ProbeReport`, or a `Fault`
that names the line, what was expected and what was found. Full text: docs/protocol.md. All times are
integer nanoseconds since the opening of the iteration.
"""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from assay.catalogue.declaration import explain
from assay.run.messages import (
    KINDS,
    PROTOCOL,
    Answer,
    Bye,
    Hello,
    IterationLine,
    Message,
    Refused,
    TaskStamps,
    WorkerStamps,
)
from assay.run.overlap import Span, overlap
from assay.stats.fairness import jain
from assay.store.records import Iteration, ProbeReport

LONGEST_QUOTE = 80  # characters of a bad line shown to the user
# Made once: reading happens between two trials, where every microsecond counts.
_AS_MESSAGE = msgspec.json.Decoder(Message)
_AS_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])


class Fault(Struct, frozen=True):
    """A conversation that cannot be used, as a trial's outcome."""

    outcome: str  # bad output | wrong answer | refused
    reason: str
    report: ProbeReport | None = None  # what it said, where only the answer is wrong


class _Stop(Exception):
    """Leaves the reading at the first fault."""

    def __init__(self, reason: str, outcome: str = "bad output") -> None:
        super().__init__(reason)
        self.fault = Fault(outcome, reason)


def read_conversation(stdout: bytes, asked: Mapping[str, str] | None = None) -> ProbeReport | Fault:
    """The whole conversation as one value, or the first thing that is wrong with it.

    `asked` are the words the probe was started with (model, workers, tasks, ...); what it says it
    understood must agree with those of them that it repeats.
    """
    try:
        messages = _messages(stdout)
        hello = _first(messages, asked or {})
        answer, bye = _last(messages, hello)
        iterations = tuple(_iteration(number, message, hello) for number, message in enumerate(messages[1:-2]))
    except _Stop as stop:
        return stop.fault
    report = _report(hello, iterations, answer, bye)
    if not answer.ok:
        return Fault("wrong answer", f"expected {answer.expected}, found {answer.found}", report)
    return report


def _messages(stdout: bytes) -> list[Message]:
    if not stdout.strip():
        raise _Stop("expected a conversation on standard output, found nothing")
    lines = stdout.split(b"\n")
    messages = [_message(number, line) for number, line in enumerate(lines[:-1], start=1)]
    if lines[-1]:
        raise _Stop(f"line {len(lines)}: expected a whole line, found one without an end: {_quote(lines[-1])}")
    return messages


def _message(number: int, line: bytes) -> Message:
    """Most lines are right, so what exactly is wrong with one is asked only of those that cannot be read."""
    try:
        message: Message = _AS_MESSAGE.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return _explained(number, line)
    if isinstance(message, Hello) and message.protocol != PROTOCOL:
        return _explained(number, line)
    return message


def _explained(number: int, line: bytes) -> Message:
    """The fault of this line, in the order in which a reader would look for it."""
    try:
        fields = _AS_FIELDS.decode(line)
        name = msgspec.json.decode(fields.get("kind", b'""'), type=str)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise _Stop(
            f"line {number}: expected a protocol line, found {_quote(line)};"
            " only protocol lines may go to standard output, send the rest to standard error"
        ) from None
    if name not in KINDS:
        raise _Stop(f'line {number}: expected one of the kinds {", ".join(KINDS)}, found "{name}"')
    if name == "hello":
        _check_protocol(number, fields)
    try:
        message: Message = _AS_MESSAGE.decode(line)
    except msgspec.ValidationError as error:
        raise _Stop(f"line {number}: {name}: {explain(str(error), KINDS[name])}") from None
    return message


def _check_protocol(number: int, fields: Mapping[str, msgspec.Raw]) -> None:
    """Before anything else of a hello is read: another protocol may have other keys."""
    found = bytes(fields.get("protocol", b"none")).decode("utf-8", "replace")
    if found != str(PROTOCOL):
        raise _Stop(f"line {number}: expected protocol {PROTOCOL}, found {found}; update the older of probe and Assay")


def _first(messages: list[Message], asked: Mapping[str, str]) -> Hello:
    hello = messages[0]
    if isinstance(hello, Refused):
        raise _Stop(hello.reason, "refused")
    if not isinstance(hello, Hello):
        raise _Stop(f"line 1: expected hello, found {_kind(hello)}")
    for key, value in asked.items():
        said = getattr(hello, key, None)
        if said is not None and str(said) != value:
            raise _Stop(f"line 1: asked for {key}={value}, found {key}={said}")
    return hello


def _last(messages: list[Message], hello: Hello) -> tuple[Answer, Bye]:
    count = hello.warmup + hello.iterations
    for number, message in enumerate(messages[1:], start=2):
        place = number - 2
        wanted: type[Struct] = IterationLine if place < count else (Answer, Bye)[min(place - count, 1)]
        if not isinstance(message, wanted):
            wish = f"iteration {place} of {count}" if place < count else _kind(wanted)
            raise _Stop(f"line {number}: expected {wish}, found {_kind(message)}")
        if place > count + 1:
            raise _Stop(f"line {number}: expected nothing after bye, found {_kind(message)}")
    if len(messages) < count + 3:
        raise _Stop(f"expected {count + 3} lines, from hello to bye, found the end after line {len(messages)}")
    answer, bye = messages[-2:]
    assert isinstance(answer, Answer)
    assert isinstance(bye, Bye)
    return answer, bye


def _iteration(place: int, message: Message, hello: Hello) -> Iteration:
    assert isinstance(message, IterationLine)
    where = f"line {place + 2}: iteration {place}: "
    if message.index != place or message.warm != (place >= hello.warmup):
        wish = f"index {place}, {'warm' if place >= hello.warmup else 'not warm'}"
        raise _Stop(f"{where}expected {wish}, found index {message.index}, {'warm' if message.warm else 'not warm'}")
    if message.work_wall_ns <= 0 or message.units < 0:
        found = f"{message.work_wall_ns} ns and {message.units} units"
        raise _Stop(f"{where}expected a time above 0 and units of at least 0, found {found}")
    spans = _spans(where, message, hello)
    return Iteration(
        warm=message.warm,
        work_wall_ns=message.work_wall_ns,
        cpu_ns=message.cpu_ns,
        overlap=overlap(spans, min(hello.workers, hello.tasks)) if spans else -1.0,
        workers_seen=len({span.worker for span in spans}),
        units=message.units,
        fairness=_fairness(message, min(hello.workers, hello.tasks)),
    )


def _fairness(message: IterationLine, together: int) -> float:
    """Over the workers that were to be at work; one that did nothing counts with 0. -1 where nobody knows."""
    columns = message.tasks or message.workers
    if columns is None or together < 2:
        return -1.0
    done: dict[int, int] = {}
    for worker, ops in zip(columns.worker, columns.ops, strict=True):
        done[worker] = done.get(worker, 0) + ops
    return jain([*done.values(), *[0] * (together - len(done))])


def _spans(where: str, message: IterationLine, hello: Hello) -> list[Span]:
    given = [name for name in ("tasks", "workers") if getattr(message, name) is not None]
    wanted: list[list[str]] = {"task": [["tasks"], ["workers"]], "worker": [["workers"]]}.get(hello.stamps, [[]])
    if given not in wanted:
        raise _Stop(f"{where}expected stamps by {hello.stamps}, found {' and '.join(given) or 'none'}")
    columns = message.tasks or message.workers
    if columns is None:
        return []
    _check_columns(where, columns, message.units)
    if isinstance(columns, TaskStamps):
        _check_tasks(where, columns, hello.tasks)
        rows = zip(columns.worker, columns.started, columns.ended, strict=True)
    else:
        if sum(columns.tasks) != hello.tasks:
            raise _Stop(f"{where}expected {hello.tasks} tasks, found {sum(columns.tasks)}")
        rows = zip(columns.worker, columns.first_started, columns.last_ended, strict=True)
    spans = [Span(*row) for row in rows]
    _check_spans(where, spans, message.work_wall_ns)
    return spans


def _check_columns(where: str, columns: TaskStamps | WorkerStamps, units: int) -> None:
    lengths = {name: len(getattr(columns, name)) for name in columns.__struct_fields__}
    if len(set(lengths.values())) > 1:
        found = ", ".join(f"{name} {length}" for name, length in lengths.items())
        raise _Stop(f"{where}expected columns of equal length, found {found}")
    if sum(columns.ops) != units:
        raise _Stop(f"{where}expected ops that add up to {units} units, found {sum(columns.ops)}")


def _check_tasks(where: str, columns: TaskStamps, tasks: int) -> None:
    if len(columns.started) != tasks:
        raise _Stop(f"{where}expected {tasks} tasks, found {len(columns.started)}")
    for task in range(tasks):
        submitted, accepted, started = columns.submitted[task], columns.accepted[task], columns.started[task]
        if accepted < submitted or started < submitted:
            raise _Stop(
                f"{where}task {task}: expected it submitted first,"
                f" found submitted {submitted}, accepted {accepted}, started {started}"
            )


def _check_spans(where: str, spans: list[Span], wall: int) -> None:
    for number, span in enumerate(spans):
        if not 0 <= span.started <= span.ended <= wall:
            raise _Stop(
                f"{where}entry {number}: expected times that rise from 0 to {wall},"
                f" found started {span.started}, ended {span.ended}"
            )


def _report(hello: Hello, iterations: tuple[Iteration, ...], answer: Answer, bye: Bye) -> ProbeReport:
    return ProbeReport(
        runtime=hello.runtime,
        version=hello.version,
        clock=hello.clock,
        clock_cost_ns=hello.clock_cost_ns,
        clock_step_ns=hello.clock_step_ns,
        iterations=iterations,
        answer_ok=answer.ok,
        answer_expected=answer.expected,
        answer_found=answer.found,
        kernel_threads=bye.kernel_threads,
    )


def _kind(message: Message | type[Struct]) -> str:
    return str(message.__struct_config__.tag)


def _quote(line: bytes) -> str:
    text = line.decode("utf-8", "replace")
    return repr(text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "...")
