"""The messages a probe may send, one JSON object a line; see docs/protocol.md.

All times are integer nanoseconds since the opening of the iteration.
"""

from msgspec import Struct, field

PROTOCOL = 1


class Hello(Struct, frozen=True, tag_field="kind", tag="hello", forbid_unknown_fields=True):
    """Who speaks, and what it understood of its arguments."""

    protocol: int
    runtime: str  # c, python, ...
    version: str  # of the compiler or the interpreter
    flags: str
    workload: str
    model: str
    implementation: str
    workers: int
    tasks: int
    iterations: int  # that count
    warmup: int  # before them
    gate: str
    stamps: str
    steps: int
    window_ms: int
    hold: int
    pin: str
    mark: int
    clock: str
    clock_cost_ns: float
    clock_step_ns: float


class TaskStamps(Struct, frozen=True, forbid_unknown_fields=True):
    """Columns of equal length, one entry a task, in the order of the tasks."""

    submitted: tuple[int, ...]  # just before the call that starts or hands over the task
    accepted: tuple[int, ...]  # that call returned
    started: tuple[int, ...]  # first thing in the worker
    ended: tuple[int, ...]  # last thing in the worker
    worker: tuple[int, ...]  # kernel thread that did it
    ops: tuple[int, ...]  # units of work done
    size: tuple[int, ...]  # as the workload set it


class WorkerStamps(Struct, frozen=True, forbid_unknown_fields=True):
    """The same, summed up: one entry a kernel thread."""

    worker: tuple[int, ...]
    first_started: tuple[int, ...]
    last_ended: tuple[int, ...]
    tasks: tuple[int, ...]
    ops: tuple[int, ...]


class IterationLine(Struct, frozen=True, tag_field="kind", tag="iteration", forbid_unknown_fields=True):
    """One call of the work."""

    index: int  # from 0, warm-up included
    warm: bool  # False = a warm-up, does not count
    work_wall_ns: int
    cpu_ns: int  # of all the probe's processes; -1 = not known
    units: int  # units of work done, all tasks together
    tasks: TaskStamps | None = None
    workers: WorkerStamps | None = None


class Mark(Struct, frozen=True, tag_field="kind", tag="mark", forbid_unknown_fields=True):
    """The probe stopped, with so many workers waiting, so that memory could be taken."""

    held: int


class Samples(Struct, frozen=True, tag_field="kind", tag="samples", forbid_unknown_fields=True):
    """Times that the workload took itself, in nanoseconds: each of them, or a log-linear histogram."""

    count: int
    values: tuple[int, ...] | None = None
    from_: tuple[int, ...] | None = field(default=None, name="from")  # lower ends of the cells, rising
    counts: tuple[int, ...] | None = None


class Answer(Struct, frozen=True, tag_field="kind", tag="answer", forbid_unknown_fields=True):
    """The workload's own check, over all iterations."""

    ok: bool
    expected: str
    found: str


class Bye(Struct, frozen=True, tag_field="kind", tag="bye", forbid_unknown_fields=True):
    """What can be said only at the end."""

    kernel_threads: int  # the most that took part in one iteration, the caller's own included
    threads: int = -1  # kernel threads of the process while the last workers were there; -1 = nobody looked
    collections: int = -1  # of a garbage collector; -1 = there is none, or it does not say


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
