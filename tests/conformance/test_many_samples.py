"""Times that a workload takes itself come through whole: few of them as they are, very many as the histogram."""

from collections import Counter

import msgspec
import pytest

from assay.catalogue import load_catalogue
from assay.run.samples import MOST_RAW, lower_end
from tests.conformance.conftest import work_of

EACH = 60_000
"""Samples of a task: of one task they are told as they are, of two as a histogram."""
DECLARED = """
name = "sampling"
title = "Samples and nothing else"
summary = "Each task takes many samples."
unit = "task"
check = "nothing"
"""
SOURCES = {
    "java": """
final class Workload implements Work {
    public void prepare(Words words, Task[] tasks, int degree) {}

    public void operate(Task task, Meter meter) {
        for (long i = 0; i < 60_000; i++)
            meter.sample(i * i * i % 1_000_003 + task.index);
        meter.ops++;
    }

    public Answer check() {
        return new Answer("nothing", "nothing");
    }
}
""",
    "csharp": """
using System.Threading.Tasks;

sealed class Workload : Work {
    public override void Prepare(Words words, Piece[] pieces, int degree) {}

    public override Task Operate(Piece piece, Meter meter) {
        for (long i = 0; i < 60000; i++)
            meter.Sample(i * i * i % 1000003 + piece.Index);
        meter.Ops++;
        return Done;
    }

    public override Answer Check() {
        return new Answer { Expected = "nothing", Found = "nothing" };
    }
}
""",
}


def taken(tasks):
    return [i * i * i % 1_000_003 + task for task in range(tasks) for i in range(EACH)]


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    """The usual one, and a workload that does nothing but take samples."""
    own = tmp_path_factory.mktemp("own")
    folder = own / "workloads" / "sampling"
    folder.mkdir(parents=True)
    (folder / "workload.toml").write_text(DECLARED)
    usual = load_catalogue()
    for probe, source in SOURCES.items():
        (folder / usual.probes[probe].workload).write_text(source)
    return load_catalogue(own)


def told(laboratory, catalogue, probe, tasks):
    work = work_of(catalogue.probes[probe], "empty", "thread", workers="2", tasks=str(tasks), warmup="1")
    work = msgspec.structs.replace(work, workload="sampling")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(laboratory, "catalogue", catalogue)
        lines = laboratory.start(work).stdout.splitlines()
    return msgspec.json.decode(lines[-3])


@pytest.mark.parametrize("probe", SOURCES)
def test_as_many_as_can_be_told_are_told_as_they_are(laboratory, catalogue, probe):
    message = told(laboratory, catalogue, probe, 1)
    assert message["count"] == EACH <= MOST_RAW
    assert sorted(message["values"]) == sorted(taken(1))


@pytest.mark.parametrize("probe", SOURCES)
def test_of_more_the_histogram_holds_every_one(laboratory, catalogue, probe):
    message = told(laboratory, catalogue, probe, 2)
    assert message["count"] == 2 * EACH > MOST_RAW
    assert dict(zip(message["from"], message["counts"], strict=True)) == Counter(map(lower_end, taken(2)))
    assert message["from"] == sorted(message["from"])
