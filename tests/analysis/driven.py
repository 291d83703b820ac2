"""Findings made for one rule, that drive it to one ruling: a maker for each kind of rule that measures."""

import re

from assay.analysis.model import (
    Budget,
    BudgetLine,
    Comparison,
    Concurrency,
    Estimate,
    Findings,
    MachineLine,
    Metric,
    Response,
    Scaling,
    Split,
)
from assay.analysis.rulings_scaling import GOALS
from assay.study.claim_model import (
    BudgetHere,
    EqualScalingHere,
    KernelThreadsHere,
    NotParallelHere,
    RatioHere,
    ResponseHere,
    ScalingHere,
    SplitHere,
)


def around(value, width=0.02, rounds=20):
    """An estimate with an interval of so much to either side."""
    return Estimate(value, value * (1 - width), value * (1 + width), 0.95, rounds)


def split(scaled, extra=1.0, name="O2 step 4", width=0.02, **other):
    values = {"workers": 2, "gate_passed": True, "rounds_used": 20, "rounds_left_out": 0, "family": name} | other
    numbers = (around(scaled / extra, width), around(scaled, width), around(extra, width))
    return Split(name, *numbers, **values)


def scaling(name, share, of_ceiling=None, cpus=2, width=0.005, rounds=20):
    held = around(of_ceiling, width) if of_ceiling else None
    numbers = (around(share * cpus, width), around(share, width), None, held, None)
    return Scaling("f", name, "serial", 2, cpus, *numbers, "parallel", True, 1.0, rounds, 0)


def ran(name="c/count/thread/workers=2", word="concurrent", cpu=1.0, kernel=3):
    return Concurrency(name, 0.98, cpu, word, kernel, 100)


def pair(value, width=0.01, metric="process_wall_ns", rounds=20, **other):
    names = {"baseline": "c/count/process/workers=2", "candidate": "c/count/thread/workers=2"} | other
    low, high = (None, None) if width is None else (value * (1 - width), value * (1 + width))
    return Comparison(
        family="f", metric=metric, better="lower", role="primary", ratio=value, low=low, high=high, level=0.95,
        rounds=rounds, verdict="faster", margin=0.01, bound=None, mode="full", baseline_median=None,
        candidate_median=None, **names,
    )  # fmt: skip


def response(name, mean, width=0.02, trials=20):
    metric = Metric(mean, mean * (1 - width), mean * (1 + width), trials)
    return Response("f", name, metric, metric, metric, None, 6.5, 13.71, "neither")


def budget(variant, share, width=0.002, trials=20):
    low, high = (None, None) if width is None else (share - width, share + width)
    return Budget(variant, 1e8, (BudgetLine("creation", 1e4, 2.0, share),), share, low, high, trials)


def findings(cpus=2, **found):
    """Findings with nothing in them but these."""
    values = {
        "study": "s", "title": "", "question": "", "mode": "full", "simulated": False, "rounds": 20, "seconds": 1.0,
        "comparisons": (), "variants": (), "parts": {}, "splits": (), "concurrency": (), "claims": (), "skipped": (),
        "output": None, "machine": MachineLine(cpus, 0.0, 0.0, None, ""), "carry_over": "", "caveats": (),
        "finished": True, "run": "",
    }  # fmt: skip
    return Findings(
        **(values | {key: tuple(value) if isinstance(value, list) else value for key, value in found.items()})
    )


def concrete(pattern):
    """A name of a variant with two workers that a pattern fits."""
    name = re.sub(r"\[(.)[^]]*\]", r"\1", pattern)
    ending = "" if "workers=" in name or not name.endswith("*") else "/workers=2"
    name = name.replace("workers=*", "workers=2").replace("*", "").replace("?", "x")
    return name + ending


def slower_with_workers(rule, ruling):
    name = rule.splits[0]
    one = {
        "holds": split(0.7, name=name),
        "does not hold": split(1.98, name=name),
        "artefact": split(1.98, 6.6, name),
        "confound": split(1.3, 6.6, name),
        "cannot tell": split(1.98, 6.6, name, width=0.9),
        "not testable here": split(1.98, name=name),
    }[ruling]
    return findings(1 if ruling == "not testable here" else 2, splits=[one])


def scaling_here(rule, ruling):
    goal = GOALS[rule.claimed] if rule.reaches is None else rule.reaches
    factor = {"holds": 1.1, "does not hold": 0.8, "cannot tell": 1.0, "not testable here": 1.0}[ruling]
    if rule.claimed != "scales":
        factor = {1.1: 0.8, 0.8: 1.1}.get(factor, factor)
    cpus = 1 if ruling == "not testable here" else 2
    share = goal * factor / 2 if rule.claimed == "no gain" else goal * factor
    if rule.split:
        return findings(cpus, splits=[split(2 * share, name=rule.split)])
    one = scaling(concrete(rule.variant), share, of_ceiling=share if rule.against == "ceiling" else None, cpus=cpus)
    return findings(cpus, scaling=[one])


def equal_scaling(rule, ruling):
    apart = {"holds": 1.0, "does not hold": 1 + 3 * rule.within, "cannot tell": 1 + rule.within}.get(ruling, 1.0)
    if rule.claimed == "differ" and ruling in ("holds", "does not hold"):
        apart = 1 + 3 * rule.within if ruling == "holds" else 1.0
    names = rule.splits if len(rule.splits) > 1 else rule.splits * 2
    values = (1.9, *(1.9 / apart for _ in names[1:]))
    made = [
        split(value, name=f"mode {n}", width=0.1 * rule.within, variant=concrete(name))
        for n, (name, value) in enumerate(zip(names, values, strict=True))
    ]
    return findings(1 if ruling == "not testable here" else 2, splits=made)


def not_parallel(rule, ruling):
    words = {"holds": "concurrent", "does not hold": "parallel", "cannot tell": "not shown"}
    one = ran(concrete(rule.variant), words.get(ruling, "concurrent"))
    return findings(1 if ruling == "not testable here" else 2, concurrency=[one])


def kernel_threads(rule, ruling):
    name = concrete(rule.variant)
    workers = int(name.rpartition("=")[2])
    as_many, fewer = (workers + 1, workers) if not rule.fewer else (workers, workers + 1)
    kernel = {"holds": as_many, "does not hold": fewer, "cannot tell": workers + 9}[ruling]
    return findings(concurrency=[ran(name, kernel=kernel)])


def in_range(rule, ruling):
    """A value inside the claimed range, one outside of it, and one at its edge."""
    low, high = rule.at_least, rule.at_most
    if low is not None and high is not None:
        return {"holds": (low * high) ** 0.5, "does not hold": 2 * high, "cannot tell": high}[ruling]
    if high is not None:
        return {"holds": high / 2, "does not hold": 2 * high, "cannot tell": high}[ruling]
    return {"holds": 2 * low, "does not hold": low / 2, "cannot tell": low}[ruling]


def ratio(rule, ruling):
    names = {"baseline": concrete(rule.baseline), "candidate": concrete(rule.candidate)}
    return findings(comparisons=[pair(in_range(rule, ruling), metric=rule.metric, **names)])


def response_here(rule, ruling):
    return findings(responses=[response(concrete(rule.variant), in_range(rule, ruling))])


def budget_here(rule, ruling):
    share = {"holds": 1.6, "does not hold": 0.04, "cannot tell": 1.0}[ruling] * rule.at_least
    return findings(budget=budget(concrete(rule.variant), share))


MAKERS = {
    SplitHere: slower_with_workers,
    ScalingHere: scaling_here,
    EqualScalingHere: equal_scaling,
    NotParallelHere: not_parallel,
    KernelThreadsHere: kernel_threads,
    RatioHere: ratio,
    ResponseHere: response_here,
    BudgetHere: budget_here,
}
"""One for each kind of rule that measures."""


def drive(rule, ruling):
    """Findings on which this very rule comes out so."""
    return MAKERS[type(rule)](rule, ruling)
