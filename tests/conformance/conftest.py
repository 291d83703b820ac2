"""What the conformance tests share: one resolved set of every probe with every workload, built once."""

import subprocess

import pytest

from assay.catalogue import load_catalogue, objections, offers
from assay.plan.model import ProbeWork, Variant
from assay.run.protocol import read_conversation
from assay.toolchain import asked, resolve

LONGEST_S = 60


def every_work(arguments):
    """Each probe, workload, model, implementation and build there is, with the same words."""
    catalogue = load_catalogue()
    for probe in catalogue.probes.values():
        if probe.hidden:
            continue
        for workload in catalogue.workloads.values():
            for model, implementations in probe.models.items():
                for implementation in implementations:
                    for build in probe.builds or [""]:
                        work = ProbeWork(probe.name, workload.name, model, implementation, build, arguments)
                        if offers(probe, workload):
                            assert objections(catalogue, work) == ()
                            yield work


def named(work):
    """A test's name for it."""
    parts = (work.probe, work.workload, work.model, work.implementation, work.build)
    return "-".join(part for part in parts if part)


class Laboratory:
    """Runs probes directly, without a launcher; builds what it needs into a cache of its own."""

    def __init__(self):
        self.catalogue = load_catalogue()

    def start(self, work, **options):
        """The finished process; skips where the toolchain is missing."""
        variant = Variant("one", "one", work)
        resolved = resolve([variant], self.catalogue, lambda sentence: None)
        assert resolved.failures == ()
        for refusal in resolved.missing:
            pytest.skip(f"{refusal.reason}; install it with: {refusal.remedy}")
        argv = resolved.commands["one"].argv
        return subprocess.run(argv, capture_output=True, timeout=LONGEST_S, check=False, **options)

    def converse(self, work, **options):
        """What came of it, read as a conversation that must agree with what was asked."""
        done = self.start(work, **options)
        assert done.returncode == 0, done.stderr.decode()
        return read_conversation(done.stdout, asked(work))


@pytest.fixture(scope="session")
def laboratory(tmp_path_factory):
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    yield Laboratory()
    patch.undo()
