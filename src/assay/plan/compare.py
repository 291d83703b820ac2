"""The plan of `assay compare`: a handful of commands, the first of them the baseline, in one family."""

from collections.abc import Sequence

from assay.errors import UsageError
from assay.plan.commands import read_command
from assay.plan.model import CommandWork, Family, Look, Pair, Plan, Variant
from assay.stats.looks import planned_looks

FAMILY = "commands"
"""Name of the only family of such a plan."""
MOST_VARIANTS = 8
"""A round must stay short enough for its variants to meet the same machine."""
PRIMARY = "process_wall_ns"
SECONDARY = ("cpu_ns", "peak_memory_bytes")
LABEL_WIDTH = 24
DEFAULT_MARGIN = 0.01
FEWEST_ROUNDS, MOST_ROUNDS = 1, 10_000
"""More could not be read: an interval looks at every pair of rounds."""
MODES = ("full", "quick")


def compare_plan(
    commands: Sequence[str],
    names: Sequence[str] = (),
    seed: int = 1,
    mode: str = "full",
    rounds: int | None = None,
    margin: float = DEFAULT_MARGIN,
) -> Plan:
    """Everything that will run to compare these commands; `rounds` fixes their number and so takes one look only.

    `names` is empty or holds a name for each command, "" for none.
    """
    check_words(commands, names, rounds, margin)
    works = [read_command(text) for text in commands]
    variants = tuple(map(variant_of, distinct_names(works, names), works))
    candidates = [variant.name for variant in variants[1:]]
    family = Family(
        name=FAMILY,
        question="which of these commands takes less time?",
        variants=tuple(variant.name for variant in variants),
        pairs=tuple(pairs_of(variants[0].name, candidates)),
        looks=looks_for(mode, len(candidates), rounds),
        margin=margin,
    )
    return Plan(study="compare", seed=seed, mode=mode, variants=variants, families=(family,))


def looks_for(mode: str, comparisons: int, rounds: int | None) -> tuple[Look, ...]:
    """The planned looks, as nouns of the plan."""
    if mode not in MODES:
        raise UsageError(f"mode: expected one of {', '.join(MODES)}, found {mode!r}")
    return tuple(Look(rounds=after, alpha=alpha) for after, alpha in planned_looks(mode, comparisons, rounds))


def pairs_of(baseline: str, candidates: Sequence[str]) -> list[Pair]:
    """For each candidate its primary ratio, then the secondary ones."""
    pairs = []
    for candidate in candidates:
        pairs.append(Pair(baseline=baseline, candidate=candidate, metric=PRIMARY))
        pairs += [Pair(baseline=baseline, candidate=candidate, metric=metric, role="secondary") for metric in SECONDARY]
    return pairs


def variant_of(name: str, work: CommandWork) -> Variant:
    """A command under its name; a long name is cut for tables."""
    label = name if len(name) <= LABEL_WIDTH else name[: LABEL_WIDTH - 1] + "…"
    return Variant(name=name, label=label, work=work, factors={"command": name})


def distinct_names(works: Sequence[CommandWork], names: Sequence[str]) -> list[str]:
    """A name for each command, its own text where none was given; a repeated one gets a number."""
    wanted = [name or work.text for name, work in zip(names or [""] * len(works), works, strict=True)]
    found: list[str] = []
    for name in wanted:
        count, free = 1, name
        while free in found:
            count, free = count + 1, f"{name} ({count + 1})"
        found.append(free)
    return found


def check_words(commands: Sequence[str], names: Sequence[str], rounds: int | None, margin: float) -> None:
    """Refuses what cannot be a comparison, with what to do instead."""
    if len(commands) < 2:
        raise UsageError(
            f"compare: expected at least two commands, found {len(commands)}; "
            "give the baseline first, then what is compared with it, each between quotes"
        )
    if len(commands) > MOST_VARIANTS:
        raise UsageError(
            f"compare: expected at most {MOST_VARIANTS} commands, found {len(commands)}; "
            "one round runs them all, so compare them in groups that share the baseline"
        )
    if names and len(names) != len(commands):
        raise UsageError(f"names: expected one for each of the {len(commands)} commands, found {len(names)}")
    if rounds is not None and rounds < FEWEST_ROUNDS:
        raise UsageError(f"rounds: expected at least {FEWEST_ROUNDS}, found {rounds}")
    if rounds is not None and rounds > MOST_ROUNDS:
        raise UsageError(
            f"rounds: expected at most {MOST_ROUNDS:,}, found {rounds:,}; let each run do more work instead"
        )
    if not 0 < margin < 1:
        raise UsageError(f"margin: expected a share between 0 and 1 (0.01 is 1 %), found {margin}")
