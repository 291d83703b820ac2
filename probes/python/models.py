"""How tasks are executed: in the caller, in a process or thread of their own, or by a pool made beforehand.

A model is a class with start (before the first iteration, not timed), execute and stop. It knows nothing of
workloads but the one function it calls.
"""

import multiprocessing
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import connection, forkserver, resource_tracker

import workload
from probe import Meter, shared_integers

now = time.monotonic_ns
COLUMNS = ("submitted", "accepted", "started", "ended", "worker", "ops", "cpu")
SUBMITTED, ACCEPTED, STARTED, ENDED, WORKER, OPS, CPU = range(len(COLUMNS))


class Run:
    """One iteration as a model sees it; goes to worker processes as it is."""

    def __init__(self, tasks, workers, after_create, stamped):
        self.tasks = tasks
        self.workers = workers
        self.after_create = after_create
        self.stamped = stamped
        self.slots = shared_integers(len(tasks) * len(COLUMNS))
        self.shared = None  # the workload's
        self.opened = 0  # set by the model

    def put(self, index, column, value):
        self.slots[index * len(COLUMNS) + column] = value

    def column(self, column):
        return self.slots[column :: len(COLUMNS)]

    def stamp(self, index, column):
        if self.stamped:
            self.put(index, column, now())

    @property
    def first_wave(self):
        return min(self.workers, len(self.tasks))


class Gate:
    """Everyone arrives, the caller opens, all go; `kind` makes semaphores for threads or for processes."""

    def __init__(self, run, kind):
        self.wanted = run.first_wave if run.after_create else 0
        self.arrived, self.opened = kind.Semaphore(0), kind.Semaphore(0)

    def pass_through(self, index):
        if index < self.wanted:
            self.arrived.release()
            self.opened.acquire()

    def open_after(self, made, run):
        if made != self.wanted:
            return
        for _ in range(self.wanted):
            self.arrived.acquire()
        run.opened = now()
        for _ in range(self.wanted):
            self.opened.release()


def do_task(run, index):
    """One task, stamped; returns when it ended, where it is stamped."""
    meter = Meter()
    cpu = time.process_time_ns()
    run.stamp(index, STARTED)
    workload.operate(run.shared, run.tasks[index], meter)
    run.stamp(index, ENDED)
    run.put(index, WORKER, threading.get_native_id())
    run.put(index, OPS, meter.ops)
    run.put(index, CPU, time.process_time_ns() - cpu)


class Serial:
    """In the caller, one after the other."""

    implementations = ("std",)
    elsewhere = False  # whether the work is done by other processes

    def __init__(self, run, implementation):
        pass

    def execute(self, run):
        run.opened = now()
        for index in range(len(run.tasks)):
            do_task(run, index)
        started = run.column(STARTED)
        for index, instant in enumerate(started):
            run.put(index, SUBMITTED, instant)
            run.put(index, ACCEPTED, instant)

    def stop(self):
        pass


class Threads(Serial):
    """A fresh thread for each task, at most `workers` alive."""

    def execute(self, run):
        gate, room, failures = Gate(run, threading), threading.Semaphore(run.workers), []

        def body(index):
            try:
                gate.pass_through(index)
                do_task(run, index)
            except BaseException as failure:
                failures.append(failure)
            finally:
                room.release()

        threads = [threading.Thread(target=body, args=(index,)) for index in range(len(run.tasks))]
        run.opened = now()
        for index, thread in enumerate(threads):
            room.acquire()
            run.stamp(index, SUBMITTED)
            thread.start()
            run.stamp(index, ACCEPTED)
            gate.open_after(index + 1, run)
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]


def in_a_process(run, gate, index):
    gate.pass_through(index)
    do_task(run, index)
    run.put(index, CPU, time.process_time_ns())  # a fresh process: all it has used


class Processes(Serial):
    """A fresh process for each task, at most `workers` alive."""

    implementations = ("fork", "spawn", "forkserver")
    elsewhere = True

    def __init__(self, run, implementation):
        self.kind = multiprocessing.get_context(implementation)
        if implementation == "forkserver":
            forkserver.ensure_running()

    def stop(self):
        """Ends the two helpers that Python would leave to notice by themselves that their master is gone."""
        for helper in (forkserver._forkserver, resource_tracker._resource_tracker):
            helper._stop()

    def execute(self, run):
        gate, alive = Gate(run, self.kind), []
        run.opened = now()
        for index in range(len(run.tasks)):
            if len(alive) == run.workers:
                alive = self.reap(alive, connection.wait([process.sentinel for process in alive]))
            process = self.kind.Process(target=in_a_process, args=(run, gate, index))
            run.stamp(index, SUBMITTED)
            process.start()
            run.stamp(index, ACCEPTED)
            alive.append(process)
            gate.open_after(index + 1, run)
        self.reap(alive, [process.sentinel for process in alive])

    def reap(self, alive, ended):
        for process in alive:
            if process.sentinel in ended:
                process.join()
                if process.exitcode:
                    raise RuntimeError(f"a worker process ended with {process.exitcode}")
        return [process for process in alive if process.sentinel not in ended]


adopted = None  # in a worker process of the pool: the run and the barrier it was made with


def adopt(run, barrier):
    global adopted
    adopted = run, barrier


def arrive():
    adopted[1].wait()


def do_adopted(index):
    do_task(adopted[0], index)


class Pool(Serial):
    """Workers made once, before the first iteration, fed by an executor."""

    implementations = ("threads", "processes")

    def __init__(self, run, implementation):
        self.elsewhere = implementation == "processes"
        if self.elsewhere:
            kind = multiprocessing.get_context("fork")
            made = {"mp_context": kind, "initializer": adopt, "initargs": (run, kind.Barrier(run.workers))}
            self.executor = ProcessPoolExecutor(run.workers, **made)
        else:
            adopt(run, threading.Barrier(run.workers))
            self.executor = ThreadPoolExecutor(run.workers)
        for arrived in [self.executor.submit(arrive) for _ in range(run.workers)]:
            arrived.result()

    def execute(self, run):
        handed_over = []
        run.opened = now()
        for index in range(len(run.tasks)):
            run.stamp(index, SUBMITTED)
            handed_over.append(self.executor.submit(do_adopted, index))
            run.stamp(index, ACCEPTED)
        for future in handed_over:
            future.result()

    def stop(self):
        self.executor.shutdown()


MODELS = {"serial": Serial, "process": Processes, "thread": Threads, "pool": Pool}
