"""Rules that need no measurement: a source's own numbers against each other and against closed forms.

Each is a pure function of a rule and its worked-out formulas. A printed number that follows from the tables holds; one
that does not gets the ruling its claim declares for that case. An artefact is ruled only where its formula reproduces
what was published and the claim's own prediction does not.
"""

from collections.abc import Callable, Mapping
from typing import Any

from assay.analysis.ruled import Ruled
from assay.study.claim_checks import FORMULAS
from assay.study.claim_model import ArithmeticRule, Between, Claim, ClosedForm, Condition, Equals
from assay.study.formula import Value, work_out
from assay.study.tables import Table

ROUNDING = 1e-9
"""Guards a comparison of decimals against the last bit of a float."""


def values_of(claim: Claim, tables: Mapping[str, Table]) -> dict[str, Value]:
    """Every named formula of a claim, and those of its rule under their own names."""
    values: dict[str, Value] = {}
    texts = dict(claim.let)
    for key in FORMULAS.get(str(claim.rule.__struct_config__.tag), ()):
        texts |= {key: getattr(claim.rule, key)} if getattr(claim.rule, key) else {}
    for name, text in texts.items():
        values[name] = work_out(text, tables, values)
    return values


def rule_on_numbers(rule: ArithmeticRule, values: Mapping[str, Value]) -> Ruled:
    """The ruling of a rule whose formulas have these values."""
    return RULES[type(rule)](rule, values)


def equals(rule: Equals, values: Mapping[str, Value]) -> Ruled:
    """Holds where every derived number agrees with the printed one."""
    derived, printed = _paired(values["derived"], values["printed"])
    agree = all(_agree(rule, a, b) for a, b in zip(derived, printed, strict=True))
    return Ruled("holds" if agree else rule.otherwise, value=_single(values["derived"]))


def between(rule: Between, values: Mapping[str, Value]) -> Ruled:
    """Holds where the series has both its ends inside the printed range, rounding granted."""
    numbers = _numbers(values["derived"])
    low, high = _numbers(values["low"])[0], _numbers(values["high"])[0]
    inside = low - rule.within_absolute <= min(numbers) and max(numbers) <= high + rule.within_absolute
    return Ruled("holds" if inside else rule.otherwise, low=min(numbers), high=max(numbers))


def condition(rule: Condition, values: Mapping[str, Value]) -> Ruled:
    """Holds where the condition is true of every number."""
    ruling = "holds" if all(_numbers(values["holds_if"])) else rule.otherwise
    return Ruled(ruling, value=_single(values.get("value", ())))


def closed_form(rule: ClosedForm, values: Mapping[str, Value]) -> Ruled:
    """Artefact where only the artefact's formula reproduces the numbers, holds where only the claim's own does.

    Where both do, the numbers cannot tell; where neither does, the claim is not supported by them.
    """
    true_fits = _miss(values["published"], values["if_true"]) <= rule.within + ROUNDING
    artefact_miss = _miss(values["published"], values["if_artefact"])
    artefact_fits = artefact_miss <= rule.within + ROUNDING
    ruling = {
        (True, False): "holds",
        (False, True): "artefact",
        (True, True): "cannot tell",
        (False, False): "unsupported",
    }[(true_fits, artefact_fits)]
    return Ruled(ruling, value=artefact_miss)


RULES: dict[type, Callable[[Any, Mapping[str, Value]], Ruled]] = {
    Equals: equals,
    Between: between,
    Condition: condition,
    ClosedForm: closed_form,
}


def _agree(rule: Equals, derived: float, printed: float) -> bool:
    allowed = rule.within_absolute or rule.within * abs(printed)
    return abs(derived - printed) <= allowed + ROUNDING


def _miss(published: Value, model: Value) -> float:
    """The largest relative miss of a model; a model of 0 reproduces only a published 0."""
    pairs = zip(*_paired(published, model), strict=True)
    return max(abs(a / b - 1) if b else (0.0 if a == 0 else float("inf")) for a, b in pairs)


def _paired(left: Value, right: Value) -> tuple[tuple[float, ...], tuple[float, ...]]:
    a, b = _numbers(left), _numbers(right)
    if len(b) == 1:
        b = b * len(a)
    return a, b


def _numbers(value: Value) -> tuple[float, ...]:
    return value if isinstance(value, tuple) else (value,)


def _single(value: Value) -> float | None:
    return None if isinstance(value, tuple) else value
