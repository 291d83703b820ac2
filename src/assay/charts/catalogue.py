"""Every kind of chart, in the order in which they are shown; one function makes all of its kind, or none."""

from collections.abc import Callable
from itertools import count

from msgspec import structs

from assay.analysis.several import Several
from assay.charts.budget import budget
from assay.charts.claims import claims
from assay.charts.distributions import distributions
from assay.charts.kernel_threads import kernel_threads
from assay.charts.ladder import ladder
from assay.charts.machines import claims_by_machine, machines
from assay.charts.memory import memory
from assay.charts.model import Chart
from assay.charts.observations import observations
from assay.charts.ratios import ratios
from assay.charts.responses import responses
from assay.charts.running import running
from assay.charts.scaling import scaling
from assay.charts.splits import splits
from assay.charts.trials import trials

CHARTS: tuple[Callable[[Several], list[Chart]], ...] = (
    claims,
    claims_by_machine,
    machines,
    scaling,
    ratios,
    ladder,
    splits,
    responses,
    observations,
    kernel_threads,
    budget,
    running,
    memory,
    trials,
    distributions,
)


def charts_of(several: Several) -> list[Chart]:
    """All charts of these runs; where two would have one name, the later one gets a number."""
    taken: set[str] = set()
    return [_of_its_own_name(chart, taken) for kind in CHARTS for chart in kind(several)]


def _of_its_own_name(chart: Chart, taken: set[str]) -> Chart:
    names = (chart.name if number == 1 else f"{chart.name}-{number}" for number in count(1))
    name = next(name for name in names if name not in taken)
    taken.add(name)
    return structs.replace(chart, name=name)
