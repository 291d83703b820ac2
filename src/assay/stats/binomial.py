"""A share and its exact interval (Clopper & Pearson 1934): rounds won, trials failed, pairs flagged."""

from assay.stats.interval import Interval


def clopper_pearson(successes: int, n: int, alpha: float = 0.05) -> Interval:
    """Interval of level at least 1 - alpha for a probability, from `successes` of `n` independent tries.

    With no tries at all the answer is 0 to 1, and the estimate is one half because some number must stand there.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"clopper-pearson: expected 0 to {n} successes, found {successes}")
    if n == 0:
        return Interval(0.5, 0.0, 1.0, 1.0)
    from scipy.special import betaincinv

    low = 0.0 if successes == 0 else float(betaincinv(successes, n - successes + 1, alpha / 2))
    high = 1.0 if successes == n else float(betaincinv(successes + 1, n - successes, 1 - alpha / 2))
    return Interval(successes / n, low, high, 1 - alpha)
