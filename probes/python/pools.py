"""Workers made once, before the first iteration, fed in order by an executor of the standard library."""

import threading
from concurrent.futures import ThreadPoolExecutor

from iteration import ACCEPTED, SUBMITTED, do_task
from models import Model

adopted = None  # in a worker: the run and the barrier its pool was made with


def adopt(run, barrier):
    global adopted
    adopted = run, barrier


def arrive(number):
    """Each worker comes here once, as nobody leaves before all are here."""
    adopted[0].tie(number)
    adopted[1].wait()


def do_adopted(index):
    do_task(adopted[0], adopted[0].tasks[index])


class ThreadPool(Model):
    """Threads."""

    def __init__(self, run, implementation):
        super().__init__(run, implementation)
        self.executor = self.make(run)
        for arrived in [self.executor.submit(arrive, number) for number in range(run.workers)]:
            arrived.result()

    def make(self, run):
        adopt(run, threading.Barrier(run.workers))
        return ThreadPoolExecutor(run.workers)

    def sweep(self, run):
        handed_over = []
        run.open()
        for task in run.tasks:
            run.stamp(task.index, SUBMITTED)
            handed_over.append(self.executor.submit(do_adopted, task.index))
            run.stamp(task.index, ACCEPTED)
        for future in handed_over:
            future.result()
        run.rest(run.workers)

    def stop(self):
        self.executor.shutdown()


class ProcessPool(ThreadPool):
    """Processes, forked; a task goes to one through a pipe."""

    def make(self, run):
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        kind = multiprocessing.get_context("fork")
        run.samples.lock, run.elsewhere = kind.Lock(), True
        barrier = kind.Barrier(run.workers)
        return ProcessPoolExecutor(run.workers, mp_context=kind, initializer=adopt, initargs=(run, barrier))
