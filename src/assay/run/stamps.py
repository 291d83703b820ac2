"""One iteration of a conversation: its stamps checked, and what they show worked out.

All times are integer nanoseconds since the opening of the iteration. With several sweeps a task is under way from
the start of its first to the end of its last.
"""

from assay.run.fault import Unusable
from assay.run.messages import Hello, IterationLine, TaskStamps, WorkerStamps
from assay.run.overlap import Span, overlap
from assay.run.response import response
from assay.stats.fairness import jain
from assay.store.records import Iteration

WANTED: dict[str, tuple[tuple[str, ...], ...]] = {
    "task": (("tasks",), ("workers",)),  # summed up where there are very many
    "worker": (("workers",),),
    "none": ((),),
}
"""Which columns may come with each level of `stamps`."""


def read_iteration(where: str, message: IterationLine, hello: Hello, *, computes: bool) -> Iteration:
    """What the line shows; `computes`: CPU time is all of a task's length. `where` begins what is said of a fault."""
    if message.work_wall_ns <= 0 or message.units < 0:
        found = f"{message.work_wall_ns} ns and {message.units} units"
        raise Unusable(f"{where}expected a time above 0 and units of at least 0, found {found}")
    columns, together = _columns(where, message, hello), min(hello.workers, hello.tasks)
    if columns is None:
        return _unstamped(message)
    tasks = columns if isinstance(columns, TaskStamps) else None
    spans = _task_spans(where, tasks, hello) if tasks else _worker_spans(where, message.workers, hello)
    _check_spans(where, spans, message.work_wall_ns)
    mean, worst = response(tasks.ended, tasks.size, message.cpu_ns) if tasks and computes else (-1.0, -1.0)
    return Iteration(
        warm=message.warm,
        work_wall_ns=message.work_wall_ns,
        cpu_ns=message.cpu_ns,
        overlap=overlap(spans, together),
        workers_seen=len(set(columns.worker)),
        units=message.units,
        fairness=_fairness(columns, together),
        first_started_ns=min(span.started for span in spans),
        mean_response=mean,
        worst_response=worst,
        alive=(sum(tasks.ended) - sum(tasks.started)) / message.work_wall_ns if tasks else -1.0,
    )


def _unstamped(message: IterationLine) -> Iteration:
    return Iteration(warm=message.warm, work_wall_ns=message.work_wall_ns, cpu_ns=message.cpu_ns, units=message.units)


def _columns(where: str, message: IterationLine, hello: Hello) -> TaskStamps | WorkerStamps | None:
    """The stamps that came, as those that were asked for, of equal lengths and with the right sum."""
    given = tuple(name for name in ("tasks", "workers") if getattr(message, name) is not None)
    if given not in WANTED.get(hello.stamps, WANTED["none"]):
        raise Unusable(f"{where}expected stamps by {hello.stamps}, found {' and '.join(given) or 'none'}")
    columns = message.tasks or message.workers
    if columns is None:
        return None
    names = columns.__struct_fields__
    if len({len(getattr(columns, name)) for name in names}) > 1:
        found = ", ".join(f"{name} {len(getattr(columns, name))}" for name in names)
        raise Unusable(f"{where}expected columns of equal length, found {found}")
    if sum(columns.ops) != message.units:
        raise Unusable(f"{where}expected ops that add up to {message.units} units, found {sum(columns.ops)}")
    return columns


def _task_spans(where: str, columns: TaskStamps, hello: Hello) -> list[Span]:
    if len(columns.started) != hello.tasks:
        raise Unusable(f"{where}expected {hello.tasks} tasks, found {len(columns.started)}")
    for task, submitted in enumerate(columns.submitted):
        accepted, started = columns.accepted[task], columns.started[task]
        if accepted < submitted or started < submitted:
            raise Unusable(
                f"{where}task {task}: expected it submitted first,"
                f" found submitted {submitted}, accepted {accepted}, started {started}"
            )
    if min(columns.size) < 0:
        raise Unusable(f"{where}expected sizes of at least 0, found {min(columns.size)}")
    return list(map(Span, columns.worker, columns.started, columns.ended))


def _worker_spans(where: str, columns: WorkerStamps | None, hello: Hello) -> list[Span]:
    assert columns is not None
    if sum(columns.tasks) != hello.tasks:
        raise Unusable(f"{where}expected {hello.tasks} tasks, found {sum(columns.tasks)}")
    return list(map(Span, columns.worker, columns.first_started, columns.last_ended))


def _check_spans(where: str, spans: list[Span], wall: int) -> None:
    for number, span in enumerate(spans):
        if not 0 <= span.started <= span.ended <= wall:
            raise Unusable(
                f"{where}entry {number}: expected times that rise from 0 to {wall},"
                f" found started {span.started}, ended {span.ended}"
            )


def _fairness(columns: TaskStamps | WorkerStamps, together: int) -> float:
    """Over the workers that were to be at work; one that did nothing counts with 0. -1 of a single worker."""
    if together < 2:
        return -1.0
    if len(set(columns.worker)) == len(columns.worker):
        shares: list[int] = [*columns.ops]
        return jain(shares + [0] * (together - len(shares)))
    done: dict[int, int] = {}
    for worker, ops in zip(columns.worker, columns.ops, strict=True):
        done[worker] = done.get(worker, 0) + ops
    return jain([*done.values(), *[0] * (together - len(done))])
