"""The findings as one JSON document of schema "assay/1": numbers unrounded, what is unknown null, NaN never.

schema, run, comparisons, splits, concurrency, claims, scaling, threads, responses, variants, skipped, classes
simulated: true      only where nothing was measured

Keys, units and an example of each are in docs/json.md.
"""

import math
from typing import Any

from assay.analysis.model import (
    ClaimRuling,
    Comparison,
    Concurrency,
    Estimate,
    Findings,
    Metric,
    Response,
    Scaling,
    Skipped,
    Split,
    ThreadMapping,
    VariantSummary,
)

SCHEMA = "assay/1"
NO_VERDICT = "no verdict: this run has too few rounds for one, or ended before a planned look"
DEMOTED = {"none": "cannot_tell"}
"""The schema has no word for "not asked yet": what is not told cannot be told."""
NEAR = {"turns": "in_turns", "queue": "in_order", "neither": "neither", "not told apart": "not_told_apart", "": None}
"""Which of the two theories of a batch its mean response is near to."""


def to_json(findings: Findings) -> dict[str, Any]:
    """The document, ready to be dumped."""
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "run": findings.run,
        "comparisons": [_comparison(one) for one in findings.comparisons],
        "splits": [_split(one, findings.mode) for one in findings.splits],
        "concurrency": [_concurrency(one) for one in findings.concurrency],
        "claims": [_claim(one) for one in findings.claims],
        "scaling": [_scaling(one, findings.mode) for one in findings.scaling],
        "threads": [_threads(one) for one in findings.threads],
        "responses": [_response(one, findings.mode) for one in findings.responses],
        "variants": [_variant(one) for one in findings.variants],
        "skipped": [_skipped(one) for one in findings.skipped],
        "classes": [],
    }
    if findings.simulated:
        document["simulated"] = True
    finite: dict[str, Any] = _finite(document)
    return finite


def _comparison(one: Comparison) -> dict[str, Any]:
    return {
        "metric": one.metric,
        "better": one.better,
        "baseline": one.baseline,
        "candidate": one.candidate,
        "ratio": one.ratio,
        "low": one.low,
        "high": one.high,
        "level": one.level,
        "rounds": one.rounds,
        "verdict": DEMOTED.get(one.verdict, one.verdict),
        "margin": one.margin,
        "bound": one.bound,
        "mode": one.mode,
        "caveats": [*one.caveats, *([NO_VERDICT] if one.verdict in DEMOTED else [])],
    }


def _split(one: Split, mode: str) -> dict[str, Any]:
    """The left side is called a ratio: it is a speed-up only where the work gate passed."""
    return {
        "name": one.name,
        "variant": one.variant,
        "serial": one.serial,
        "workers": one.workers,
        "ratio": _estimate(one.speed_up),
        "scaling": _estimate(one.scaling),
        "extra_work": _estimate(one.extra_work),
        "gate_passed": one.gate_passed,
        "rounds": one.rounds_used,
        "rounds_left_out": one.rounds_left_out,
        "mode": mode,
        "caveats": list(one.caveats),
    }


def _estimate(one: Estimate) -> dict[str, Any]:
    return {"value": one.value, "low": one.low, "high": one.high, "level": one.level}


def _estimate_or_none(one: Estimate | None) -> dict[str, Any] | None:
    return None if one is None else _estimate(one)


def _concurrency(one: Concurrency) -> dict[str, Any]:
    return {
        "variant": one.variant,
        "word": one.word,
        "overlap": one.overlap,
        "cpu_per_wall": one.cpu_per_wall,
        "alive": one.alive,
        "fairness": one.fairness,
        "kernel_threads": one.kernel_threads,
        "units": one.units,
        "caveats": list(one.caveats),
    }


def _scaling(one: Scaling, mode: str) -> dict[str, Any]:
    """Laws are fitted to no curve yet, so there are no fits and no peak."""
    return {
        "family": one.family,
        "variant": one.variant,
        "serial": one.serial,
        "workers": one.workers,
        "cpus": one.cpus,
        "throughput": one.throughput,
        "scaling": _estimate(one.scaling),
        "efficiency": _estimate(one.efficiency),
        "ceiling": _estimate_or_none(one.ceiling),
        "of_ceiling": _estimate_or_none(one.of_ceiling),
        "karp_flatt": _estimate_or_none(one.karp_flatt),
        "word": one.word,
        "gate_passed": one.gate_passed,
        "fits": None,
        "peak": None,
        "rounds": one.rounds_used,
        "rounds_left_out": one.rounds_left_out,
        "mode": mode,
        "caveats": list(one.caveats),
    }


def _threads(one: ThreadMapping) -> dict[str, Any]:
    return {
        "family": one.family,
        "variant": one.variant,
        "model": one.model,
        "mapping": one.word,
        "workers": one.workers,
        "fewest": one.fewest,
        "most": one.most,
        "process_threads": one.process_threads,
        "why": one.why,
    }


def _response(one: Response, mode: str) -> dict[str, Any]:
    return {
        "family": one.family,
        "variant": one.variant,
        "mean": _metric(one.mean),
        "worst": _metric(one.worst),
        "elapsed": _metric(one.elapsed),
        "elapsed_ratio": _estimate_or_none(one.elapsed_ratio),
        "in_turns": one.turns,
        "in_order": one.queue,
        "near": NEAR[one.near],
        "mode": mode,
        "caveats": list(one.caveats),
    }


def _claim(one: ClaimRuling) -> dict[str, Any]:
    return {
        "id": one.id,
        "ruling": one.ruling,
        "basis": one.basis,
        "published": one.published,
        "measured": one.measured,
        "low": one.low,
        "high": one.high,
        "caveats": list(one.caveats),
    }


def _variant(one: VariantSummary) -> dict[str, Any]:
    metrics = {name: _metric(metric) for name, metric in one.metrics.items()}
    return {"variant": one.variant, "outcome": one.outcome, "trials": one.trials, "metrics": metrics}


def _metric(one: Metric) -> dict[str, Any]:
    return {"median": one.median, "low": one.low, "high": one.high}


def _skipped(one: Skipped) -> dict[str, Any]:
    return {"variant": one.variant, "reason": one.reason, "remedy": one.remedy}


def _finite(value: Any) -> Any:
    """The same with null where a number is not one: JSON knows neither NaN nor infinity."""
    if isinstance(value, dict):
        return {key: _finite(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_finite(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
