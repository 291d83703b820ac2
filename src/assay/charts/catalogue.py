"""Every kind of chart, in the order in which they are shown; one function makes all of its kind, or none."""

from collections.abc import Callable

from assay.analysis.several import Several
from assay.charts.model import Chart
from assay.charts.ratios import ratios

CHARTS: tuple[Callable[[Several], list[Chart]], ...] = (ratios,)


def charts_of(several: Several) -> list[Chart]:
    """All charts of these runs."""
    return [chart for kind in CHARTS for chart in kind(several)]
