"""A fresh thread with an interpreter of its own for each task, and so with a GIL of its own.

Python 3.12 calls the module that makes interpreters _xxsubinterpreters, 3.13 and newer _interpreters. A fresh
interpreter imports this probe and the workload anew; what workers share lies in memory that it maps anew.
"""

import os
import pickle
import sys
import threading

from models import Threads
from probe import Refused

ERRAND = """
import sys
sys.path.insert(0, folder)
import interpreters
interpreters.run_errand(errand)
"""


class Tokens:
    """A semaphore that interpreters share: bytes in a pipe."""

    def __init__(self, count):
        self.taken_from, self.put_into = os.pipe()
        for _ in range(count):
            self.release()

    def release(self):
        os.write(self.put_into, b".")

    def acquire(self, timeout=None):
        """Waits as long as it takes: a thread that fails ends the probe by itself."""
        return os.read(self.taken_from, 1)

    def __enter__(self):
        self.acquire()

    def __exit__(self, *_):
        self.release()


class Kind:
    """Where gates get their semaphores; closes them after the sweep."""

    def __init__(self):
        self.made = []

    def Semaphore(self, count):
        self.made.append(Tokens(count))
        return self.made[-1]

    def close(self):
        for tokens in self.made:
            os.close(tokens.taken_from)
            os.close(tokens.put_into)
        self.made.clear()


def within_a_fresh_one(script, shared, lock):
    """Runs the script in an interpreter of its own; `lock`: they are made and ended one at a time."""
    if sys.version_info >= (3, 13):
        import _interpreters as they

        make, execute = they.create, they.exec
    else:
        import _xxsubinterpreters as they

        make, execute = they.create, they.run_string
    with lock:
        interpreter = make()
    try:
        failure = execute(interpreter, script, shared)
        if failure is not None:
            raise RuntimeError(f"an interpreter failed: {failure.formatted}")
    finally:
        with lock:
            they.destroy(interpreter)


class Interpreters(Threads):
    """At most `workers` alive."""

    def __init__(self, run, implementation):
        if sys.version_info < (3, 12):
            found = sys.version.split()[0]
            raise Refused(f"implementation: interpreters with a lock of their own need Python 3.12, found {found}")
        self.kind, self.lock = Kind(), threading.Lock()
        run.samples.lock = Tokens(1)

    def do(self, run, gates, task):
        errand = pickle.dumps((run, gates, task))
        within_a_fresh_one(ERRAND, {"folder": sys.path[0], "errand": errand}, self.lock)

    def sweep(self, run):
        super().sweep(run)
        self.kind.close()


def run_errand(errand):
    """In the fresh interpreter."""
    run, gates, task = pickle.loads(errand)
    gates.pass_through(run, task)
