"""Whether what threads are known to cost makes up a share of a run that matters."""

from fnmatch import fnmatchcase

from assay.analysis.model import Budget, Findings
from assay.analysis.ruled import Ruled
from assay.study.claim_model import BudgetHere
from assay.units import plural
from assay.wording import about_percent_text

FEWEST_TRIALS = 10
"""Fewer cannot carry a ruling."""


def budget(rule: BudgetHere, findings: Findings) -> Ruled | None:
    """Holds where the sum of all costs is at least the claimed share of the run, by its interval."""
    found = findings.budget
    if found is None or not fnmatchcase(found.variant, rule.variant):
        return None
    ruling = "cannot tell"
    if found.low is not None and found.high is not None and found.trials >= FEWEST_TRIALS:
        ruling = "holds" if found.low >= rule.at_least else "does not hold" if found.high < rule.at_least else ruling
    return Ruled(ruling, found.share, found.low, found.high, measured=_words(found))


def _words(found: Budget) -> str:
    """ "creation 0.02 %, switching 0.00 %, ...: together 0.03 % of the run's CPU time, over 20 trials"."""
    parts = ", ".join(f"{line.name} {about_percent_text(line.share)}" for line in found.lines)
    together = about_percent_text(found.share)
    return f"{parts}: together {together} of the run's CPU time, over {plural(found.trials, 'trial')}"
