"""The nouns of published claims: a source, its claims, the rule that decides each, and what it may be called.

Values only. Reading is in `claims`, checking in `claim_checks`, ruling in `analysis`.
"""

from msgspec import Struct

from assay.study.tables import Table

RULINGS = (
    "holds",
    "does not hold",
    "artefact",
    "confound",
    "arithmetic error",
    "conceptual error",
    "unsupported",
    "cannot tell",
    "not testable here",
)
"""What a ruling can be. On this machine the first two are worded "holds here" and "does not hold here"."""

BASES = ("their numbers", "their method", "here")

CLAIMED = ("scales", "falls short")
"""What may be claimed of a loop's scaling."""


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """The document whose claims these are."""

    name: str  # author and year
    title: str
    what: str  # one sentence: what it did
    cite: str = ""  # where it can be found


class Equals(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="equals"):
    """A printed number against the one that follows from the tables."""

    derived: str  # formula
    printed: str  # formula: a number, or a look-up of what was printed
    within: float = 0.0  # largest relative difference that still agrees
    within_absolute: float = 0.0  # largest absolute difference that still agrees, where given instead
    otherwise: str = "arithmetic error"


class Between(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="between"):
    """A printed range against the series that follows from the tables."""

    derived: str  # formula of a series
    low: str  # formula
    high: str  # formula
    within_absolute: float = 0.0  # rounding granted at both ends
    otherwise: str = "arithmetic error"


class Condition(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="condition"):
    """A statement about the tables that is true or not: more than, for all, in this order."""

    holds_if: str  # formula, 1 or 0
    value: str = ""  # formula of the number that tells most
    otherwise: str = "does not hold"


class ClosedForm(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="closed form"):
    """Published numbers against what they would be if the claim were true, and if it were an artefact."""

    published: str  # formula of a series
    if_true: str  # formula of a series or a number
    if_artefact: str  # formula of a series or a number
    within: float  # largest relative miss that counts as reproduced


class Reading(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="reading"):
    """Decided by what the document itself says or does; the evidence is stated, each piece with its place."""

    ruling: str
    evidence: tuple[str, ...]


class SplitHere(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="slower with workers, here"):
    """ "It gets slower with more workers": does the same loop scale, and how much more work does the other one do?"""

    splits: tuple[str, ...]  # names of splits, the telling one first


class ScalingHere(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="scaling, here"):
    """Whether one loop, unchanged, speeds up with its workers."""

    split: str
    claimed: str  # one of CLAIMED
    reaches: float = 0.9  # of min(workers, CPUs)


class KernelThreadsHere(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="kernel threads, here"):
    """Whether each worker was a kernel thread of its own."""

    variant: str  # pattern of variant names, as in a shell


class RatioHere(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="ratio, here"):
    """Whether candidate / baseline lies in the claimed range."""

    baseline: str  # pattern of variant names, as in a shell
    candidate: str
    metric: str = "process_wall_ns"
    at_least: float | None = None
    at_most: float | None = None


ArithmeticRule = Equals | Between | Condition | ClosedForm
MeasuredRule = SplitHere | ScalingHere | KernelThreadsHere | RatioHere
Rule = ArithmeticRule | Reading | MeasuredRule

ARITHMETIC = (Equals, Between, Condition, ClosedForm)
MEASURED = (SplitHere, ScalingHere, KernelThreadsHere, RatioHere)
RULES: dict[str, type[Struct]] = {str(rule.__struct_config__.tag): rule for rule in (*ARITHMETIC, Reading, *MEASURED)}
"""Every kind of rule, by the name a claim uses for it."""


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """One published claim and how it is ruled on. `here` and `why` may quote the formulas of `let` as {name:.2f}."""

    id: str
    place: str  # section, table or page, in words
    claim: str  # in our own words
    published: str  # the published value, in words
    measure: str  # what is measured or derived, in words
    basis: str  # their numbers | their method | here
    here: str  # what comes out, in words; for a measured claim: what is known without measuring
    why: str
    rule: Rule
    if_true: str = ""  # what would be seen if the claim were true
    if_artefact: str = ""  # what would be seen if it came from the way it was measured
    let: dict[str, str] = {}  # named formulas, worked out in this order
    telling: int = 0  # 1 = the first of its source to be shown where there is room for few; 0 = not among them
    caveats: tuple[str, ...] = ()


class ClaimSet(Struct, frozen=True):
    """A source, its claims and its tables."""

    study: str
    source: Source
    claims: tuple[Claim, ...]
    tables: dict[str, Table]
