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

CLAIMED = ("scales", "falls short", "no gain")
"""What may be claimed of a loop's scaling: that it reaches its share, or does not, or hardly exceeds 1 at all."""
ALIKE = ("equal", "differ")
"""What may be claimed of several scalings beside each other."""
AGAINST = ("CPUs", "ceiling")
"""What a scaling may be held against: min(workers, CPUs), or what this machine gave a loop in registers meanwhile."""


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

    splits: tuple[str, ...]  # names of splits, or patterns of variant names, as in a shell; the telling one first


class ScalingHere(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="scaling, here"):
    """Whether one loop, unchanged, speeds up with its workers."""

    claimed: str  # one of CLAIMED
    split: str = ""  # name of a split, or pattern of variant names, as in a shell; this or the next
    variant: str = ""  # pattern of variant names of scaling families, which know a ceiling
    reaches: float | None = None  # 0.9 of what it is held against; of "no gain" the scaling itself, 1.2
    against: str = "CPUs"  # one of AGAINST; a split knows no ceiling


class EqualScalingHere(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="equal scaling, here"):
    """Whether a loop scales alike in all its modes: the largest over the smallest, with what their intervals allow."""

    splits: tuple[str, ...]  # names of splits, or patterns of variant names, as in a shell
    within: float = 0.05  # the largest share by which they may differ
    claimed: str = "equal"  # one of ALIKE


class NotParallelHere(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="not parallel, here"):
    """Whether workers that overlap have no more than a CPU's time between them."""

    variant: str  # pattern of variant names, as in a shell


class KernelThreadsHere(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="kernel threads, here"):
    """Whether each worker was a kernel thread of its own."""

    variant: str  # pattern of variant names, as in a shell
    fewer: bool = False  # true: it is claimed that there were fewer kernel threads than workers


class RatioHere(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="ratio, here"):
    """Whether candidate / baseline lies in the claimed range."""

    baseline: str  # pattern of variant names, as in a shell
    candidate: str
    metric: str = "process_wall_ns"
    at_least: float | None = None
    at_most: float | None = None


class ResponseHere(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="response, here"):
    """Whether the mean response of a batch lies in the claimed range, in lengths of the tasks."""

    variant: str  # pattern of variant names, as in a shell
    at_least: float | None = None
    at_most: float | None = None


class BudgetHere(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="budget, here"):
    """Whether what threads cost besides their work, priced apart and counted, makes up a share of the run."""

    variant: str  # pattern of variant names, as in a shell
    at_least: float  # of the run's CPU time


ArithmeticRule = Equals | Between | Condition | ClosedForm
MeasuredRule = (
    SplitHere
    | ScalingHere
    | EqualScalingHere
    | NotParallelHere
    | KernelThreadsHere
    | RatioHere
    | ResponseHere
    | BudgetHere
)
Rule = ArithmeticRule | Reading | MeasuredRule

ARITHMETIC = (Equals, Between, Condition, ClosedForm)
MEASURED = (
    SplitHere,
    ScalingHere,
    EqualScalingHere,
    NotParallelHere,
    KernelThreadsHere,
    RatioHere,
    ResponseHere,
    BudgetHere,
)
POSSIBLE: dict[type[Struct], tuple[str, ...]] = {
    SplitHere: ("holds", "does not hold", "artefact", "confound", "cannot tell", "not testable here"),
    ScalingHere: ("holds", "does not hold", "cannot tell", "not testable here"),
    EqualScalingHere: ("holds", "does not hold", "cannot tell", "not testable here"),
    NotParallelHere: ("holds", "does not hold", "cannot tell", "not testable here"),
    KernelThreadsHere: ("holds", "does not hold", "cannot tell"),
    RatioHere: ("holds", "does not hold", "cannot tell"),
    ResponseHere: ("holds", "does not hold", "cannot tell"),
    BudgetHere: ("holds", "does not hold", "cannot tell"),
}
"""What each rule that measures can come out as; a test drives each to every one of them."""
RULES: dict[str, type[Struct]] = {str(rule.__struct_config__.tag): rule for rule in (*ARITHMETIC, Reading, *MEASURED)}
"""Every kind of rule, by the name a claim uses for it."""


class PublishedRatio(Struct, frozen=True, forbid_unknown_fields=True):
    """A published value that is a ratio: how many times as fast something is; claims that have one share an axis."""

    what: str  # what is held against what, in words: "Java, four threads against none"
    published: str  # formula of a number above 0; above 1 = it takes less time
    here: str = ""  # formula of what follows from the document's own numbers; a rule that measures gives its own
    cpus: int = 0  # how many the source's machine had; 0 = it does not say


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
    ratio: PublishedRatio | None = None  # where the published value is one of speeds


class ClaimSet(Struct, frozen=True):
    """A source, its claims and its tables."""

    study: str
    source: Source
    claims: tuple[Claim, ...]
    tables: dict[str, Table]
