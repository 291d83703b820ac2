"""What the conformance tests share: every work there is, and one cache of builds for the whole session."""

import fcntl
import os
import subprocess
from contextlib import contextmanager

import msgspec
import pytest

from assay.catalogue import load_catalogue, objections, offers
from assay.plan.model import ProbeWork, Variant
from assay.run.protocol import read_conversation
from assay.toolchain import asked, resolve

CATALOGUE = load_catalogue()
LONGEST_S = 60
WORDS = {"workers": "2", "tasks": "3", "iterations": "2", "warmup": "1"}
TINY = {"total": "1000", "unit_us": "20"}
"""Parameters that say how much there is to do."""
MAKES_WORKERS = ("process", "thread", "virtual", "coroutine")
"""Models that make a worker for each task, in the iteration."""


def probes():
    """Those a user may ask for."""
    return [probe for probe in CATALOGUE.probes.values() if not probe.hidden]


def workloads_of(probe):
    return [workload for workload in CATALOGUE.workloads.values() if offers(probe, workload)]


def work_of(probe, workload, model, implementation="", **words):
    """One work of the probe's default build, with the model's first library unless another is named."""
    library = implementation or probe.models[model][0]
    small = {name: value for name, value in TINY.items() if name in CATALOGUE.workloads[workload].parameters}
    return ProbeWork(probe.name, workload, model, library, probe.default_build, small | words)


def works_of(probe, workload, words=WORDS):
    """One work for each model and implementation, of the default build."""
    for model, implementations in probe.models.items():
        for implementation in implementations:
            yield work_of(probe, workload, model, implementation, **words)


def more_ways(probe):
    """The other builds and runtimes, with the work that does nothing."""
    official = [name for name, runtime in probe.runtimes.items() if not runtime.opt_in]
    for runtime in official[1:]:
        for work in works_of(probe, "empty"):
            yield msgspec.structs.replace(work, runtime=runtime)
    for build in set(probe.builds) - {probe.default_build}:
        for model in {"serial", "thread"} & set(probe.models):
            yield msgspec.structs.replace(work_of(probe, "empty", model, **WORDS), build=build)


def every_work():
    """Each probe, workload, model and implementation there is; each build and runtime at least once.

    Not those that two workers cannot do: with three tasks that wait for each other, see test_receive.py.
    """
    for probe in probes():
        for workload in workloads_of(probe):
            if not workload.needs_all_running:
                yield from works_of(probe, workload.name)
        yield from sorted(more_ways(probe), key=named)


def with_words(work, **words):
    return msgspec.structs.replace(work, arguments=work.arguments | words)


def objected(work, **words):
    """Whether the catalogue has a reason against it."""
    return objections(CATALOGUE, with_words(work, **words))


def named(work):
    """A test's name for it."""
    parts = (work.probe, work.workload, work.model, work.implementation, work.build, work.runtime)
    return "-".join(part for part in parts if part)


def cases(works):
    """As parameters of a test."""
    return [pytest.param(work, id=named(work), marks=[pytest.mark.slow] if is_slow(work) else []) for work in works]


def is_slow(work):
    """A library with a binary of its own has been built with workloads enough before it comes to these."""
    if work.implementation not in CATALOGUE.probes[work.probe].implementations:
        return False
    return work.workload in ("count", "pi", "closed") or (work.workload, work.model) == ("relay", "stealing")


def shared_folder(tmp_path_factory):
    """The same one for all of the session's worker processes, empty when the session begins."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "assay-cache"


class Laboratory:
    """Runs probes directly, without a launcher; builds each of them once."""

    def __init__(self, locks):
        self.catalogue = CATALOGUE
        self.locks = locks

    def command(self, work):
        """What is executed; skips where something is missing, after every official runtime was tried."""
        probe = self.catalogue.probes[work.probe]
        official = [name for name, runtime in probe.runtimes.items() if not runtime.opt_in]
        refusals = []
        for runtime in [work.runtime] if work.runtime else ["", *official[1:]]:
            resolved = self.resolved(msgspec.structs.replace(work, runtime=runtime))
            if not resolved.missing:
                return resolved.commands["one"].argv
            refusals += resolved.missing
        # The compilers must be there; of several runtimes, what every machine has is enough.
        optional = work.runtime or (official and work.implementation in probe.implementations)
        excuse = "this machine: " if optional else ""
        pytest.skip(f"{excuse}{refusals[0].reason}; install it with: {refusals[0].remedy}")

    def resolved(self, work):
        """Two tests that need one build do not both make it."""
        with self.alone("-".join((work.probe, work.workload, work.build, work.implementation))):
            resolved = resolve([Variant("one", "one", work)], self.catalogue, lambda sentence: None)
        assert resolved.failures == (), resolved.failures[0].problem.reason
        return resolved

    @contextmanager
    def alone(self, name):
        """No other process of this session holds this name meanwhile."""
        self.locks.mkdir(parents=True, exist_ok=True)
        with (self.locks / name).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def start(self, work, **options):
        """The finished process; its input is at its end unless the options say otherwise."""
        silent = {} if "input" in options else {"stdin": subprocess.DEVNULL}
        return subprocess.run(
            self.command(work), **(silent | options), capture_output=True, timeout=LONGEST_S, check=False
        )

    def converse(self, work, **options):
        """What came of it, read as a conversation that must agree with what was asked."""
        done = self.start(work, **options)
        assert done.returncode == 0, done.stderr.decode()
        return read_conversation(done.stdout, asked(work))


@pytest.fixture(scope="session")
def laboratory(tmp_path_factory):
    cache = shared_folder(tmp_path_factory)
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_CACHE_HOME", str(cache))
    yield Laboratory(cache / "locks")
    patch.undo()
