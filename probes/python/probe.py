"""What a workload in Python may use. The harness owns words, workers, clock and output.

A workload offers three functions:

    prepare(words, tasks, degree) -> shared     may set role and size of each task
    operate(shared, task, meter)                the work; adds its units to meter.ops
    check(shared) -> (expected, found)          after each iteration, not timed; clears the answers

`shared` must hold its answers in `shared_integers`, so that they also come back from another process.
"""

from dataclasses import dataclass
from multiprocessing.sharedctypes import RawArray


@dataclass
class Task:
    """One task."""

    index: int  # from 0
    role: int = 0  # 0 unless the workload has several
    size: int = 0  # in the workload's own unit


@dataclass
class Meter:
    """How a task touches the world outside; one for each task."""

    ops: int = 0  # units of work done


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


def shared_integers(count):
    """Zeroed 64-bit integers that every worker sees, also one in another process."""
    return RawArray("q", count)
