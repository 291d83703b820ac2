"""What a workload in Python may use. The harness owns words, workers, clock and output.

A workload offers these functions, the last three only where it needs them:

    prepare(words, tasks, degree) -> shared     may set role and size of each task
    operate(shared, task, meter)                the work; adds its units to meter.ops
    check(shared) -> (expected, found)          after each iteration, not timed; clears the answers
    between(shared, step)                       in the caller, after each sweep but the last
    arm(shared), disarm(shared)                 in the caller, around the timed part

`shared` must hold its answers in `shared_integers` or `shared_numbers`, so that they also come back from another
process or interpreter. An `operate` that sleeps or receives is written as `async def`, and awaits the meter alone.
"""

import copyreg
import mmap
import os
import sys
import time


class Task:
    """One task."""

    def __init__(self, index):
        self.index = index  # from 0
        self.role = 0  # 0 unless the workload has several
        self.size = 0  # in the workload's own unit


class Meter:
    """How a task touches the world outside; one for each task and sweep."""

    most_kept = 1000  # samples kept by the task itself before they are put with the others

    def __init__(self, until, samples):
        self.ops = 0  # units of work done: the workload adds to it
        self._until, self._samples, self._taken = until, samples, []

    now = staticmethod(time.monotonic_ns)

    async def sleep(self, ns):
        """At least so long. This one keeps the thread; on an event loop another takes its place."""
        until = self.now() + ns
        while (left := until - self.now()) > 0:
            time.sleep(left / 1e9)

    async def receive(self, stream, buffer):
        """Fills the buffer from a pipe or socket; gives how many bytes came, fewer only where the stream ended."""
        descriptor, rest = stream if isinstance(stream, int) else stream.fileno(), memoryview(buffer).cast("B")
        wanted = len(rest)
        try:
            while rest and (count := await self._read(descriptor, rest)):
                rest = rest[count:]
        except OSError as error:
            raise RuntimeError(f"cannot receive: {error.strerror}") from error
        return wanted - len(rest)

    async def _read(self, descriptor, buffer):
        """Something, or nothing at the stream's end. This one keeps the thread as well."""
        return os.readv(descriptor, [buffer])

    def stop(self):
        """Whether the window is over; without one it is over at once."""
        return self.now() >= self._until

    def sample(self, ns):
        """Keeps a time that the workload took itself."""
        self._taken.append(ns)
        if len(self._taken) == self.most_kept:
            self.hand_in()

    def hand_in(self):
        if self._taken:
            self._samples.add(self._taken)
            self._taken.clear()


class Refused(Exception):
    """The probe understood, but cannot do what was asked."""


class Words:
    """The key=value words the probe was started with; remembers which of them somebody asked for."""

    def __init__(self, words):
        for word in words:
            if "=" not in word:
                raise Refused(f"expected key=value words, found {word}")
        self._values = dict(word.split("=", 1) for word in words)
        self._used = set()

    def text(self, name, otherwise):
        self._used.add(name)
        return self._values.get(name, otherwise)

    def integer(self, name, otherwise, least=None):
        text = self.text(name, str(otherwise))
        try:
            value = int(text)
        except ValueError:
            raise Refused(f"{name}: expected a whole number, found {text}") from None
        if least is not None and value < least:
            raise Refused(f"{name}: expected {least} or more, found {value}")
        return value

    def one_of(self, name, choices):
        value = self.text(name, choices[0])
        if value not in choices:
            raise Refused(f"{name}: this probe does not know {value}")
        return value

    def refuse_unused(self):
        for name in self._values:
            if name not in self._used:
                raise Refused(f"unknown word {name}")


class Block(mmap.mmap):
    """A file in memory, mapped; another process or interpreter maps the same file."""

    descriptor = -1


def shared_integers(count):
    """Zeroed 64-bit integers that every worker sees; a memoryview, so items are assigned one by one."""
    return _mapped(_file_in_memory(8 * count), 8 * count, "q")


def shared_numbers(count):
    """The same for floating-point numbers."""
    return _mapped(_file_in_memory(8 * count), 8 * count, "d")


def clear(shared):
    """All of them 0 again."""
    shared.cast("B")[:] = bytes(shared.nbytes)


def _file_in_memory(size):
    descriptor = os.memfd_create("assay")
    os.ftruncate(descriptor, size)
    return descriptor


def _mapped(descriptor, size, form):
    block = Block(descriptor, size)
    block.descriptor = descriptor
    return memoryview(block).cast(form)


def _mapped_there(duplicate, size, form):
    return _mapped(duplicate.detach(), size, form)


def _on_its_way(view):
    """How shared memory is pickled: to an interpreter of this process, or to a process being started."""
    context = sys.modules.get("multiprocessing.context")
    if context and context.get_spawning_popen():
        from multiprocessing.reduction import DupFd

        return _mapped_there, (DupFd(view.obj.descriptor), view.nbytes, view.format)
    return _mapped, (view.obj.descriptor, view.nbytes, view.format)


copyreg.pickle(memoryview, _on_its_way)
