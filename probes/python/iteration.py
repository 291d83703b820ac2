"""One iteration as all its workers see it: what was asked for, the stamps, the gates, and how one task is done."""

import os
import threading
import time

import workload
from probe import Meter, clear, shared_integers
from samples import Samples

now = time.monotonic_ns
COLUMNS = ("submitted", "accepted", "started", "ended", "worker", "ops", "cpu")
SUBMITTED, ACCEPTED, STARTED, ENDED, WORKER, OPS, CPU = range(len(COLUMNS))
OPENED, STEP = range(2)  # places on the board
OFTEN_S = 0.1  # how long the caller waits before it looks whether a worker has died
OPERATE_WAITS = bool(workload.operate.__code__.co_flags & 0x80)  # written as `async def` (inspect.CO_COROUTINE)


class Run:
    """What the caller and its workers share; goes to other processes without the list of tasks."""

    def __init__(self, tasks, asked):
        self.tasks, self.workers, self.steps = tasks, asked["workers"], asked["steps"]
        self.after_create, self.stamped = asked["gate"] == "after_create", asked["stamps"] != "none"
        self.window_ns, self.hold, self.pin = asked["window_ms"] * 1_000_000, asked["hold"], asked["pin"]
        self.cpus = sorted(os.sched_getaffinity(0))
        self.slots, self.board = shared_integers(len(tasks) * len(COLUMNS)), shared_integers(2)
        self.samples = Samples()
        self.elsewhere = False  # whether the work is done by other processes; set by the model
        self.shared = None  # the workload's
        self.closed = 0  # when the caller knew that all was done
        self.at_rest = None  # in the last iteration: what the caller does then, given the number of held workers

    def __getstate__(self):
        return self.__dict__ | {"tasks": None, "at_rest": None}

    @property
    def opened(self):
        return self.board[OPENED]

    @property
    def first_wave(self):
        return min(self.workers, len(self.tasks))

    @property
    def first_sweep(self):
        return self.board[STEP] == 0

    def begin(self, step):
        """Before a sweep."""
        self.board[STEP] = step
        if step == 0:
            clear(self.slots)

    def open(self):
        """The opening of the iteration, once: all its times count from here."""
        if self.first_sweep:
            getattr(workload, "arm", do_nothing)(self.shared)
            self.board[OPENED] = now()

    def rest(self, held):
        """After a sweep: all its tasks are done, and so many of its workers are still there."""
        step = self.board[STEP]
        if step + 1 < self.steps:
            getattr(workload, "between", do_nothing)(self.shared, step)
        else:
            self.close(held)

    def close(self, held):
        """After the last sweep."""
        self.closed = now()
        getattr(workload, "disarm", do_nothing)(self.shared)
        if self.at_rest:
            self.at_rest(held)

    def tie(self, number):
        """The calling thread, which is worker `number`, to the CPU that was asked for."""
        if self.pin != "none":
            os.sched_setaffinity(0, {self.cpus[number % len(self.cpus) if self.pin == "each" else 0]})

    def column(self, column):
        return self.slots[column :: len(COLUMNS)].tolist()

    def copy_column(self, source, target):
        for place in range(0, len(self.slots), len(COLUMNS)):
            self.slots[place + target] = self.slots[place + source]

    def stamp(self, index, column):
        """Now; of several sweeps the first one's."""
        if self.stamped and self.first_sweep:
            self.slots[index * len(COLUMNS) + column] = now()

    def finish(self, index, meter):
        """The last thing in a worker for its task."""
        ended, first = now() if self.stamped else 0, index * len(COLUMNS)
        self.slots[first + ENDED], self.slots[first + WORKER] = ended, threading.get_native_id()
        self.slots[first + OPS] += meter.ops
        meter.hand_in()


def do_nothing(*_):
    """In place of what a workload does not offer."""


def do_task(run, task):
    """One task in a worker that has a thread for itself; a meter that waits keeps the thread."""
    cpu = time.process_time_ns() if run.elsewhere else 0
    meter = Meter(run.opened + run.window_ns, run.samples)
    run.stamp(task.index, STARTED)
    done = workload.operate(run.shared, task, meter)
    if OPERATE_WAITS:
        drive(done)
    run.finish(task.index, meter)
    if run.elsewhere:
        run.slots[task.index * len(COLUMNS) + CPU] += time.process_time_ns() - cpu


def drive(coroutine):
    """To its end, without an event loop."""
    try:
        while coroutine.send(None) is None:
            pass
    except StopIteration:
        return
    raise RuntimeError("operate: expected it to wait by its meter alone, found that it waits for an event loop")


class Gates:
    """Where fresh workers wait before and after their task; `kind` makes semaphores for threads, processes, ..."""

    def __init__(self, run, kind):
        self.look = do_nothing  # fails where a worker has died, for whom nobody must wait
        self.wanted = run.first_wave if run.after_create and run.first_sweep else 0
        self.held = len(run.tasks) if run.hold else 0
        self.arrived, self.opened = (kind.Semaphore(0) if self.wanted else None for _ in range(2))
        self.done, self.dismissed = (kind.Semaphore(0) if self.held else None for _ in range(2))

    def pass_through(self, run, task):
        """All that a fresh worker does."""
        run.tie(task.index)
        if task.index < self.wanted:
            self.arrived.release()
            self.opened.acquire()
        try:
            do_task(run, task)
        finally:
            if self.held:
                self.done.release()
                self.dismissed.acquire()

    def __getstate__(self):
        return self.__dict__ | {"look": None}

    def wait_for(self, workers, count):
        for _ in range(count):
            while not workers.acquire(timeout=OFTEN_S):
                self.look()

    def open_after(self, made, run):
        """In the caller, before the first worker is made and after each: the opening, when it is time."""
        if made == self.wanted:
            self.wait_for(self.arrived, self.wanted)
            run.open()
            for _ in range(self.wanted):
                self.opened.release()

    def dismiss(self, run):
        """In the caller, when all workers are made: lets held ones go, after the rest."""
        if self.held:
            self.wait_for(self.done, self.held)
            run.rest(self.held)
            for _ in range(self.held):
                self.dismissed.release()
