"""How to read this page: the marks on it, and what its words mean."""

from assay.page.model import Facts, Section
from assay.page.sheet import Sheet

MARKS = (
    ("PUBLISHED, HERE, WHY", ("What a document says, what was found for it, and how that comes about.",)),
    ("1.98x", ("A factor: 1.98 times. Below 1 means less, or slower where it is a speed-up.",)),
    (
        "[1.95, 2.00]",
        (
            "The interval: the range that covers the true value with the level named beside it. Wide means little"
            " is known.",
        ),
    ),
    (
        "0.28x = 1.96 / 7.0",
        (
            "speed-up = scaling / extra work: the loop itself runs 1.96 times as quickly with workers as without,"
            " but it does 7.0 times the work; so together it takes 1/0.28 times as long.",
        ),
    ),
    (
        "FASTER, SLOWER, LOWER, HIGHER",
        ("The whole interval lies on one side of 1. It does not say that the difference matters.",),
    ),
    (
        "NO DIFFERENCE",
        ("The whole interval lies within the margin. The sentence names the largest difference that is left.",),
    ),
    ("CANNOT TELL", ("Neither. The sentence says what is known, and how many rounds would tell.",)),
    (
        "parallel, concurrent, not shown",
        ("What was seen of the workers: on several CPUs at once; under way together; neither.",),
    ),
    ("quick", ("Fewer rounds than a full run. It stands with everything that rests on them.",)),
)


def section(sheet: Sheet) -> Section | None:
    """Always there."""
    return Section("reading", "How to read this", (Facts(MARKS),))
