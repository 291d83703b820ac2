"""Reads what a probe says on standard output: JSON lines, in this order.

    hello                  who it is, what it was asked for, its clock
    iteration ...          one for each timed or warm-up call of the work
      mark                 before the last of them, where it was asked for: it stood still for a while
    samples                times that the workload took itself, if it took any
    answer                 whether the work came out right
    bye                    what it saw of the kernel

or, instead of all that, one line `refused`. Comes in: the bytes. Goes out: a `ProbeReport`, or a `Fault`
that names the line, what was expected and what was found. Full text: docs/protocol.md.
"""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from assay.catalogue.declaration import explain
from assay.catalogue.model import KNOBS
from assay.run.fault import Fault, Unusable
from assay.run.messages import KINDS, PROTOCOL, Answer, Bye, Hello, IterationLine, Mark, Message, Refused, Samples
from assay.run.response import only_computes
from assay.run.samples import problem_of, summary
from assay.run.stamps import read_iteration
from assay.store.records import Iteration, ProbeReport, SampleSummary

__all__ = ["Fault", "read_conversation"]

LONGEST_QUOTE = 80  # characters of a bad line shown to the user
MOST_ITERATIONS = 10**9
MOST_SIZES = 1000  # tasks whose sizes are kept
# Made once: reading happens between two trials, where every microsecond counts.
_AS_MESSAGE = msgspec.json.Decoder(Message)
_AS_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What reading a line can end with: not JSON or of another shape, not UTF-8, nested beyond all measure."""
_UNASKED = {name: str(knob.default) for name, knob in KNOBS.items() if name in set(Hello.__struct_fields__) - {"tasks"}}
"""What a probe understands of words that it was not given, and says so; tasks are then as many as workers."""


def read_conversation(stdout: bytes, asked: Mapping[str, str] | None = None) -> ProbeReport | Fault:
    """The whole conversation as one value, or the first thing that is wrong with it.

    `asked` are the words the probe was started with (model, workers, tasks, ...); what it says it understood must
    agree with them, and where nobody asked, with what a word means that is not there.
    """
    try:
        messages = _messages(stdout)
        hello = _first(messages, asked)
        _check_order(messages, hello)
        report = _report(messages, hello, computes=only_computes(asked or {}))
    except Unusable as unusable:
        return unusable.fault
    if not report.answer_ok:
        return Fault("wrong answer", f"expected {report.answer_expected}, found {report.answer_found}", report)
    return report


def _messages(stdout: bytes) -> list[Message]:
    if not stdout.strip():
        raise Unusable("expected a conversation on standard output, found nothing")
    lines = stdout.split(b"\n")
    messages = [_message(number, line) for number, line in enumerate(lines[:-1], start=1)]
    if lines[-1]:
        raise Unusable(f"line {len(lines)}: expected a whole line, found one without an end: {_quote(lines[-1])}")
    return messages


def _message(number: int, line: bytes) -> Message:
    """Most lines are right, so what exactly is wrong with one is asked only of those that cannot be read."""
    try:
        message: Message = _AS_MESSAGE.decode(line)
    except _UNREADABLE:
        return _explained(number, line)
    if isinstance(message, Hello) and message.protocol != PROTOCOL:
        return _explained(number, line)
    return message


def _explained(number: int, line: bytes) -> Message:
    """The fault of this line, in the order in which a reader would look for it."""
    try:
        fields = _AS_FIELDS.decode(line)
        name = msgspec.json.decode(fields.get("kind", b'""'), type=str)
    except _UNREADABLE:
        raise _no_line(number, line) from None
    if name not in KINDS:
        raise Unusable(f'line {number}: expected one of the kinds {", ".join(KINDS)}, found "{name}"')
    if name == "hello":
        _check_protocol(number, fields)
    try:
        message: Message = _AS_MESSAGE.decode(line)
    except msgspec.ValidationError as error:
        raise Unusable(f"line {number}: {name}: {explain(str(error), KINDS[name])}") from None
    except _UNREADABLE:
        raise _no_line(number, line) from None
    return message


def _no_line(number: int, line: bytes) -> Unusable:
    return Unusable(
        f"line {number}: expected a protocol line, found {_quote(line)};"
        " only protocol lines may go to standard output, send the rest to standard error"
    )


def _check_protocol(number: int, fields: Mapping[str, msgspec.Raw]) -> None:
    """Before anything else of a hello is read: another protocol may have other keys."""
    found = bytes(fields.get("protocol", b"none")).decode("utf-8", "replace")
    if found != str(PROTOCOL):
        raise Unusable(
            f"line {number}: expected protocol {PROTOCOL}, found {found}; update the older of probe and Assay"
        )


def _first(messages: Sequence[Message], asked: Mapping[str, str] | None) -> Hello:
    hello = messages[0]
    if isinstance(hello, Refused):
        raise Unusable(hello.reason.strip() or "it gave no reason", "refused")
    if not isinstance(hello, Hello):
        raise Unusable(f"line 1: expected hello, found {_kind(hello)}")
    if not 0 <= hello.warmup <= MOST_ITERATIONS or not 0 <= hello.iterations <= MOST_ITERATIONS:
        found = f"{hello.warmup} before {hello.iterations}"
        raise Unusable(f"line 1: expected 0 to {MOST_ITERATIONS} iterations, and as many before them, found {found}")
    if asked is None:
        return hello
    wanted = {**_UNASKED, "tasks": asked.get("workers", "1"), **asked}
    for key, value in wanted.items():
        said = getattr(hello, key, None)
        if said is not None and str(said) != value:
            wish = f"asked for {key}={value}" if key in asked else f"expected {key}={value}, nobody asked for another"
            raise Unusable(f"line 1: {wish}, found {key}={said}")
    return hello


def _check_order(messages: Sequence[Message], hello: Hello) -> None:
    """Each line of the kind that is due there, and none missing or left over."""
    count = hello.warmup + hello.iterations
    kinds: list[type[Struct]] = [Hello, *[IterationLine] * min(count, len(messages))]
    if hello.mark:
        kinds.insert(count, Mark)
    if len(kinds) < len(messages) and isinstance(messages[len(kinds)], Samples):
        kinds.append(Samples)
    kinds += [Answer, Bye]
    for place, (message, kind) in enumerate(zip(messages, kinds, strict=False)):
        if type(message) is not kind:
            index = place - 1 - (hello.mark and place > count)
            wish = f"iteration {index} of {count}" if kind is IterationLine else _kind(kind)
            raise Unusable(f"line {place + 1}: expected {wish}, found {_kind(message)}")
    if len(messages) > len(kinds):
        raise Unusable(f"line {len(kinds) + 1}: expected nothing after bye, found {_kind(messages[len(kinds)])}")
    if len(messages) < len(kinds):
        lines = count - min(count, len(messages)) + len(kinds)
        raise Unusable(f"expected {lines} lines, from hello to bye, found the end after line {len(messages)}")


def _report(messages: Sequence[Message], hello: Hello, *, computes: bool) -> ProbeReport:
    """What it said, in the right order, summed up."""
    iterations = _iterations(messages, hello, computes=computes)
    answer, bye = messages[-2:]
    assert isinstance(answer, Answer)
    assert isinstance(bye, Bye)
    return ProbeReport(
        runtime=hello.runtime,
        version=hello.version,
        flags=hello.flags,
        clock=hello.clock,
        clock_cost_ns=hello.clock_cost_ns,
        clock_step_ns=hello.clock_step_ns,
        iterations=iterations,
        answer_ok=answer.ok,
        answer_expected=answer.expected,
        answer_found=answer.found,
        kernel_threads=bye.kernel_threads,
        threads=bye.threads,
        collections=bye.collections,
        samples=_samples(messages),
        sizes=_sizes(messages),
    )


def _iterations(messages: Sequence[Message], hello: Hello, *, computes: bool) -> tuple[Iteration, ...]:
    found: list[Iteration] = []
    for number, message in enumerate(messages, start=1):
        if isinstance(message, IterationLine):
            where = f"line {number}: iteration {len(found)}: "
            _check_index(where, message, len(found), len(found) >= hello.warmup)
            found.append(read_iteration(where, message, hello, computes=computes))
        elif isinstance(message, Mark) and hello.hold and message.held < hello.tasks:
            raise Unusable(f"line {number}: mark: expected {hello.tasks} workers held, found {message.held}")
    return tuple(found)


def _check_index(where: str, message: IterationLine, index: int, warm: bool) -> None:
    if message.index != index or message.warm != warm:
        found = f"index {message.index}, {'warm' if message.warm else 'not warm'}"
        raise Unusable(f"{where}expected index {index}, {'warm' if warm else 'not warm'}, found {found}")


def _samples(messages: Sequence[Message]) -> SampleSummary | None:
    number = len(messages) - 2
    samples = messages[number - 1]
    if not isinstance(samples, Samples):
        return None
    problem = problem_of(samples)
    if problem:
        raise Unusable(f"line {number}: samples: {problem}")
    return summary(samples)


def _sizes(messages: Sequence[Message]) -> tuple[int, ...]:
    """Of the tasks, where they are not all alike."""
    for message in messages:
        if isinstance(message, IterationLine):
            sizes = message.tasks.size if message.tasks else ()
            return sizes if len(sizes) <= MOST_SIZES and len(set(sizes)) > 1 else ()
    return ()


def _kind(message: Message | type[Struct]) -> str:
    return str(message.__struct_config__.tag)


def _quote(line: bytes) -> str:
    text = line.decode("utf-8", "replace")
    return repr(text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "...")
