"""The order of the trials of one round, drawn by a coin that only the seed, the family and the round decide.

Within a round each variant runs once, so with fair draws the sign of each round's difference is a fair coin
whenever nothing differs, whatever the machine does meanwhile. The padding of the environment is drawn once a
round and given to all its variants: it varies the set-up between rounds and never between the two sides of a ratio.
"""

from random import Random

from assay.plan.model import Family, Plan, Trial

PADDINGS = 4096
"""Paddings are 0 to one less than this many bytes: a page, the span over which addresses on the stack shift."""
MEMORY_ROUNDS = 10
"""Memory is measured in extra, untimed trials, in this many rounds at most: a steady figure needs no more."""
MEMORY_METRIC = "peak_memory_bytes"


def trials_of_round(plan: Plan, family: Family | str, round_number: int) -> tuple[Trial, ...]:
    """The timed trials of a round, first to run first; the same arguments always give the same answer."""
    chosen = family_of(plan, family)
    return draw(plan, chosen, round_number, "timed")


def memory_trials(plan: Plan, family: Family | str, round_number: int) -> tuple[Trial, ...]:
    """The extra trials of a round that measure memory: none in quick mode, in late rounds, or where nobody asks."""
    chosen = family_of(plan, family)
    asked = any(pair.metric == MEMORY_METRIC for pair in chosen.pairs)
    if plan.mode == "quick" or not asked or round_number > MEMORY_ROUNDS:
        return ()
    return draw(plan, chosen, round_number, "memory")


def pilot_trials(plan: Plan, family: Family | str) -> tuple[Trial, ...]:
    """One untimed trial of each variant, before the first round (round 0), in a drawn order."""
    return draw(plan, family_of(plan, family), 0, "pilot")


def draw(plan: Plan, family: Family, round_number: int, purpose: str) -> tuple[Trial, ...]:
    """Each variant once, every order equally likely, all with the same padding.

    Sorting by one uniform number each uses only `Random.random`, the one generator whose sequence Python promises
    to keep between its versions.
    """
    suffix = "" if purpose == "timed" else f"/{purpose}"
    coin = Random(f"{plan.seed}/{family.name}/{round_number}{suffix}")
    padding = int(coin.random() * PADDINGS)
    names = sorted(family.variants, key=lambda _: coin.random())
    return tuple(
        Trial(family=family.name, round=round_number, position=place, variant=name, purpose=purpose, padding=padding)
        for place, name in enumerate(names)
    )


def family_of(plan: Plan, family: Family | str) -> Family:
    """The family itself, or the one of that name."""
    if isinstance(family, Family):
        return family
    return next(candidate for candidate in plan.families if candidate.name == family)
