"""How evenly work was shared out: Jain's index.

1 where every worker did as much, 1/n where one of n did it all. Source: Jain, Chiu & Hawe 1984.
"""

from collections.abc import Sequence


def jain(shares: Sequence[float]) -> float:
    """(sum of shares)^2 / (n * sum of their squares); 1 where nobody did anything. Needs one share at least."""
    squares = sum(share * share for share in shares)
    return sum(shares) ** 2 / (len(shares) * squares) if squares else 1.0
