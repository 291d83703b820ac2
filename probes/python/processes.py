"""A fresh process for each task, made by fork, spawn or forkserver."""

import multiprocessing
import time
from multiprocessing import connection, forkserver, resource_tracker

from iteration import ACCEPTED, COLUMNS, CPU, SUBMITTED, Gates
from models import Model


def in_a_process(run, gates, task):
    # A fresh process: what it used before its task counts too, but no more than once.
    run.slots[task.index * len(COLUMNS) + CPU] += time.process_time_ns()
    gates.pass_through(run, task)


class Processes(Model):
    """At most `workers` alive."""

    def __init__(self, run, implementation):
        self.kind, self.samples = multiprocessing.get_context(implementation), run.samples
        run.samples.lock, run.elsewhere = self.kind.Lock(), True
        if implementation == "forkserver":
            forkserver.ensure_running()

    def sweep(self, run):
        gates, alive = Gates(run, self.kind), []
        gates.look = lambda: reap(alive, [process.sentinel for process in alive if process.exitcode])
        gates.open_after(0, run)
        for task in run.tasks:
            if len(alive) == run.workers:
                alive = reap(alive, connection.wait([process.sentinel for process in alive]))
            process = self.kind.Process(target=in_a_process, args=(run, gates, task), daemon=True)
            run.stamp(task.index, SUBMITTED)
            process.start()
            run.stamp(task.index, ACCEPTED)
            alive.append(process)
            gates.open_after(task.index + 1, run)
        gates.dismiss(run)
        reap(alive, [process.sentinel for process in alive])
        if not run.hold:
            run.rest(0)

    def stop(self):
        """Ends the two helpers that Python would leave to notice by themselves that their master is gone."""
        self.samples.lock = None  # while the helper that keeps a list of such things is still there
        for helper in (forkserver._forkserver, resource_tracker._resource_tracker):
            helper._stop()


def reap(alive, ended):
    """Those still alive."""
    for process in alive:
        if process.sentinel in ended:
            process.join()
            if process.exitcode:
                raise RuntimeError(f"a worker process ended with {process.exitcode}")
    return [process for process in alive if process.sentinel not in ended]
