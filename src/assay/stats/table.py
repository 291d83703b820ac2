"""Every statistic Assay knows, by name, and the one file it lives in.

Rows are added by hand, so that they can be found by search and checked by types; a test fails if a file of this folder
is in no row. Importing this table imports them all, NumPy included: do so late.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from assay.stats.binomial import clopper_pearson
from assay.stats.components import optimal_repetitions, variance_components
from assay.stats.cullen_frey import sample_point
from assay.stats.decision import decide
from assay.stats.fairness import jain
from assay.stats.granularity import log_step, tied_share
from assay.stats.group_sequential import crossing_probability, obrien_fleming, pocock
from assay.stats.histogram import histogram, steps
from assay.stats.hodges_lehmann import hodges_lehmann, hodges_lehmann_interval
from assay.stats.jackknife import jackknife_t
from assay.stats.kolmogorov_smirnov import critical_distance, distance, lilliefors_distance, lilliefors_p
from assay.stats.looks import planned_looks
from assay.stats.mann_whitney import mann_whitney
from assay.stats.means import mean_rate, mean_ratio, mean_time, speed_up
from assay.stats.median import median_interval
from assay.stats.multiple import benjamini_hochberg, holm
from assay.stats.noise import NOISE
from assay.stats.overlap import a12, cliffs_delta
from assay.stats.paired_ratios import ratio_of_means, ratio_of_tails
from assay.stats.quantile import harrell_davis, tail_over_processes
from assay.stats.scaling import amdahl, fit_universal, gustafson, karp_flatt
from assay.stats.session import SCENARIOS
from assay.stats.sharing import finishing_times, mean_response
from assay.stats.signed_rank import signed_rank_test
from assay.stats.verdict import bound, read_verdict, rounds_needed


class Statistic(NamedTuple):
    """One row."""

    name: str
    compute: Callable[..., Any]
    smallest: int  # fewest values or rounds that make sense; 0 where that means nothing


STATISTICS: dict[str, Statistic] = {
    row.name: row
    for row in (
        Statistic("signed rank", signed_rank_test, 6),
        Statistic("hodges-lehmann", hodges_lehmann, 1),
        Statistic("hodges-lehmann interval", hodges_lehmann_interval, 6),
        Statistic("median interval", median_interval, 6),
        Statistic("harrell-davis quantile", harrell_davis, 1),
        Statistic("tail over processes", tail_over_processes, 6),
        Statistic("histogram", histogram, 1),
        Statistic("empirical distribution", steps, 1),
        Statistic("ratio of means", ratio_of_means, 6),
        Statistic("ratio of tails", ratio_of_tails, 20),
        Statistic("jackknife-t", jackknife_t, 5),
        Statistic("variance components", variance_components, 2),
        Statistic("optimal repetitions", optimal_repetitions, 0),
        Statistic("clopper-pearson", clopper_pearson, 1),
        Statistic("holm", holm, 1),
        Statistic("benjamini-hochberg", benjamini_hochberg, 1),
        Statistic("planned looks", planned_looks, 0),
        Statistic("verdict", read_verdict, 0),
        Statistic("bound", bound, 0),
        Statistic("rounds needed", rounds_needed, 6),
        Statistic("decision", decide, 6),
        Statistic("log step", log_step, 2),
        Statistic("tied share", tied_share, 2),
        Statistic("mann-whitney", mann_whitney, 4),
        Statistic("cliff's delta", cliffs_delta, 1),
        Statistic("a12", a12, 1),
        Statistic("jain's fairness index", jain, 2),
        Statistic("kolmogorov-smirnov distance", distance, 1),
        Statistic("kolmogorov-smirnov critical distance", critical_distance, 1),
        Statistic("lilliefors distance", lilliefors_distance, 4),
        Statistic("lilliefors p", lilliefors_p, 4),
        Statistic("cullen-frey point", sample_point, 4),
        Statistic("amdahl", amdahl, 0),
        Statistic("gustafson", gustafson, 0),
        Statistic("karp-flatt", karp_flatt, 0),
        Statistic("universal scalability law", fit_universal, 4),
        Statistic("crossing probability", crossing_probability, 0),
        Statistic("pocock bound", pocock, 0),
        Statistic("o'brien-fleming bound", obrien_fleming, 0),
        Statistic("mean time", mean_time, 1),
        Statistic("mean rate", mean_rate, 1),
        Statistic("mean ratio", mean_ratio, 1),
        Statistic("speed-up", speed_up, 1),
        Statistic("finishing times", finishing_times, 1),
        Statistic("mean response", mean_response, 1),
    )
}
"""Every statistic by name."""

__all__ = ["NOISE", "SCENARIOS", "STATISTICS", "Statistic"]
