"""The check of pi misses what the last task was to add: the part that is smallest, and so the easiest to lose."""

import msgspec
import pytest

from assay.run.protocol import Fault
from tests.conformance.conftest import CATALOGUE, Laboratory, probes, work_of

# What is in each source -> the same without the last of four tasks' part.
LEFT_OUT = {
    "c": ("part->sum = sum_of", "if (task->index < 3) part->sum = sum_of"),
    "cpp": ("part.sum = sum_of", "if (task.index < 3) part.sum = sum_of"),
    "csharp": ("part.Sum = SumOf", "if (piece.Index < 3) part.Sum = SumOf"),
    "go": ("\tpart.sum = sumOf", "\tif task.Index == 3 {\n\t\treturn\n\t}\n\tpart.sum = sumOf"),
    "java": ("part.sum = sumOf", "if (task.index < 3) part.sum = sumOf"),
    "node": ("series.sums[task.index] = ", "if (task.index < 3) series.sums[task.index] = "),
    "python": ("series.sums[task.index] = ", "if task.index < 3: series.sums[task.index] = "),
    "rust": ("part.sum.store(", "if task.index == 3 { return }\n        part.sum.store("),
}
QUICKLY_BUILT = ("c", "node", "python")


def in_every_language():
    slow = pytest.mark.slow
    return [pytest.param(one, id=one.name, marks=[] if one.name in QUICKLY_BUILT else [slow]) for one in probes()]


@pytest.fixture
def forgetful(laboratory, tmp_path):
    """A laboratory where the last task's part of pi is lost."""

    def make(probe):
        source = CATALOGUE.workloads["pi"].folder / probe.workload
        found, left_out = LEFT_OUT[probe.name]
        text = source.read_text()
        assert text.count(found) == 1
        (tmp_path / probe.workload).write_text(text.replace(found, left_out))
        own = Laboratory(laboratory.locks)
        own.catalogue = msgspec.structs.replace(
            CATALOGUE, workloads={"pi": msgspec.structs.replace(CATALOGUE.workloads["pi"], folder=tmp_path)}
        )
        return own

    return make


@pytest.mark.parametrize("probe", in_every_language())
@pytest.mark.parametrize("total", ["1000", "1001"])
def test_a_part_of_pi_that_is_lost_is_missed(forgetful, probe, total):
    fault = forgetful(probe).converse(work_of(probe, "pi", "serial", tasks="4", total=total))
    assert isinstance(fault, Fault), fault
    assert fault.outcome == "wrong answer"
