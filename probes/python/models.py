"""How tasks are executed: which models there are, and the two that need no other process.

A model is a class with `sweep` (all tasks once) and `stop`; making it is not timed. It knows nothing of workloads.
"""

import importlib
import os
import threading
import traceback

from iteration import ACCEPTED, STARTED, SUBMITTED, Gates, do_task

# Imported only when used: what the probe imports, each of its processes may pay for.
MODELS = {
    "serial": {"std": "models.Serial"},
    "process": {name: "processes.Processes" for name in ("fork", "spawn", "forkserver")},
    "thread": {"std": "models.Threads", "interpreters": "interpreters.Interpreters"},
    "pool": {"threads": "pools.ThreadPool", "processes": "pools.ProcessPool"},
    "coroutine": {"asyncio": "coroutines.Coroutines"},
}
FRESH_WORKERS = ("process", "thread", "coroutine")  # models that make workers in the iteration


def make(run, model, implementation):
    """The model, ready for the first iteration."""
    module, name = MODELS[model][implementation].split(".")
    return getattr(importlib.import_module(module), name)(run, implementation)


class Model:
    """What all have in common."""

    def __init__(self, run, implementation):
        run.samples.lock = threading.Lock()

    def execute(self, run):
        """One iteration, opening and all."""
        for step in range(run.steps):
            run.begin(step)
            self.sweep(run)

    def stop(self):
        """After the last iteration."""


class Serial(Model):
    """In the caller, one after the other."""

    def __init__(self, run, implementation):
        super().__init__(run, implementation)
        run.tie(0)

    def sweep(self, run):
        run.open()
        for task in run.tasks:
            do_task(run, task)
        run.rest(0)

    def execute(self, run):
        super().execute(run)
        run.copy_column(STARTED, SUBMITTED)
        run.copy_column(STARTED, ACCEPTED)


class Threads(Model):
    """A fresh thread for each task, at most `workers` alive."""

    kind = threading  # where its semaphores come from

    def body(self, run, gates, room, task):
        try:
            self.do(run, gates, task)
        except BaseException:
            traceback.print_exc()
            os._exit(1)  # the caller may be waiting for this worker at a gate
        room.release()

    def do(self, run, gates, task):
        gates.pass_through(run, task)

    def sweep(self, run):
        gates, room = Gates(run, self.kind), threading.Semaphore(run.workers)
        threads = [threading.Thread(target=self.body, args=(run, gates, room, task)) for task in run.tasks]
        gates.open_after(0, run)
        for index, thread in enumerate(threads):
            room.acquire()
            run.stamp(index, SUBMITTED)
            thread.start()
            run.stamp(index, ACCEPTED)
            gates.open_after(index + 1, run)
        gates.dismiss(run)
        for thread in threads:
            thread.join()
        if not run.hold:
            run.rest(0)
