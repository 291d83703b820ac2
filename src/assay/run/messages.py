"""The messages a probe may send, one JSON object a line; see docs/protocol.md.

All times are integer nanoseconds since the opening of the iteration.
"""

from msgspec import Struct, field

from assay.store.records import Whole

PROTOCOL = 1


class Hello(Struct, frozen=True, tag_field="kind", tag="hello", forbid_unknown_fields=True):
    """Who speaks, and what it understood of its arguments."""

    protocol: Whole
    runtime: str  # c, python, ...
    version: str  # of the compiler or the interpreter
    flags: str
    workload: str
    model: str
    implementation: str
    workers: Whole
    tasks: Whole
    iterations: Whole  # that count
    warmup: Whole  # before them
    gate: str
    stamps: str
    steps: Whole
    window_ms: Whole
    hold: Whole
    pin: str
    mark: Whole
    clock: str
    clock_cost_ns: float
    clock_step_ns: float


class TaskStamps(Struct, frozen=True, forbid_unknown_fields=True):
    """Columns of equal length, one entry a task, in the order of the tasks."""

    submitted: tuple[Whole, ...]  # just before the call that starts or hands over the task
    accepted: tuple[Whole, ...]  # that call returned
    started: tuple[Whole, ...]  # first thing in the worker
    ended: tuple[Whole, ...]  # last thing in the worker
    worker: tuple[Whole, ...]  # kernel thread that did it
    ops: tuple[Whole, ...]  # units of work done
    size: tuple[Whole, ...]  # as the workload set it


class WorkerStamps(Struct, frozen=True, forbid_unknown_fields=True):
    """The same, summed up: one entry a kernel thread."""

    worker: tuple[Whole, ...]
    first_started: tuple[Whole, ...]
    last_ended: tuple[Whole, ...]
    tasks: tuple[Whole, ...]
    ops: tuple[Whole, ...]


class IterationLine(Struct, frozen=True, tag_field="kind", tag="iteration", forbid_unknown_fields=True):
    """One call of the work."""

    index: Whole  # from 0, warm-up included
    warm: bool  # False = a warm-up, does not count
    work_wall_ns: Whole
    cpu_ns: Whole  # of all the probe's processes; -1 = not known
    units: Whole  # units of work done, all tasks together
    tasks: TaskStamps | None = None
    workers: WorkerStamps | None = None


class Mark(Struct, frozen=True, tag_field="kind", tag="mark", forbid_unknown_fields=True):
    """The probe stopped, with so many workers waiting, so that memory could be taken."""

    held: Whole


class Samples(Struct, frozen=True, tag_field="kind", tag="samples", forbid_unknown_fields=True):
    """Times that the workload took itself, in nanoseconds: each of them, or a log-linear histogram."""

    count: Whole
    values: tuple[Whole, ...] | None = None
    from_: tuple[Whole, ...] | None = field(default=None, name="from")  # lower ends of the cells, rising
    counts: tuple[Whole, ...] | None = None


class Answer(Struct, frozen=True, tag_field="kind", tag="answer", forbid_unknown_fields=True):
    """The workload's own check, over all iterations."""

    ok: bool
    expected: str
    found: str


class Bye(Struct, frozen=True, tag_field="kind", tag="bye", forbid_unknown_fields=True):
    """What can be said only at the end."""

    kernel_threads: Whole  # the most that took part in one iteration, the caller's own included
    threads: Whole = -1  # kernel threads of the process while the last workers were there; -1 = nobody looked
    collections: Whole = -1  # of a garbage collector; -1 = there is none, or it does not say


class Refused(Struct, frozen=True, tag_field="kind", tag="refused", forbid_unknown_fields=True):
    """The probe understood, but cannot do what was asked."""

    reason: str


Message = Hello | IterationLine | Mark | Samples | Answer | Bye | Refused
KINDS: dict[str, type[Struct]] = {
    "hello": Hello,
    "iteration": IterationLine,
    "mark": Mark,
    "samples": Samples,
    "answer": Answer,
    "bye": Bye,
    "refused": Refused,
}
