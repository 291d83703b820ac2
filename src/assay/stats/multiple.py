"""Several comparisons at once: Holm for a verdict on each, Benjamini-Hochberg for a list of where to look."""

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the order given; rejecting those <= alpha errs anywhere with chance <= alpha (Holm 1979)."""
    m = len(p_values)
    adjusted, running = [0.0] * m, 0.0
    for place, index in enumerate(sorted(range(m), key=lambda i: p_values[i])):
        running = max(running, min(1.0, (m - place) * p_values[index]))
        adjusted[index] = running
    return adjusted


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values in the order given; of those <= q at most a share q is expected to be false (1995)."""
    m = len(p_values)
    adjusted, running = [1.0] * m, 1.0
    for place, index in reversed(list(enumerate(sorted(range(m), key=lambda i: p_values[i]), start=1))):
        running = min(running, p_values[index] * m / place)
        adjusted[index] = running
    return adjusted
