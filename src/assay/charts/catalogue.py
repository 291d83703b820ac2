"""Every kind of chart, in the order in which they are shown; one function makes all of its kind, or none."""

from collections.abc import Callable

from assay.analysis.several import Several
from assay.charts.ladder import ladder
from assay.charts.model import Chart
from assay.charts.ratios import ratios
from assay.charts.scaling import scaling
from assay.charts.splits import splits

CHARTS: tuple[Callable[[Several], list[Chart]], ...] = (
    scaling,
    ratios,
    ladder,
    splits,
)


def charts_of(several: Several) -> list[Chart]:
    """All charts of these runs."""
    return [chart for kind in CHARTS for chart in kind(several)]
