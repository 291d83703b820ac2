"""How much two samples overlap: Cliff's delta and A12.

Labels, never gates: a quieter machine makes them larger though nothing about the programs has changed.
Sources: Cliff 1993; Vargha & Delaney 2000.
"""

from collections.abc import Sequence

import numpy as np


def cliffs_delta(first: Sequence[float], second: Sequence[float]) -> float:
    """P(first > second) - P(first < second), from -1 to 1."""
    signs = np.sign(np.subtract.outer(np.asarray(first, dtype=float), np.asarray(second, dtype=float)))
    return float(signs.mean())


def a12(first: Sequence[float], second: Sequence[float]) -> float:
    """P(first > second) + P(equal) / 2, from 0 to 1."""
    return (cliffs_delta(first, second) + 1) / 2
