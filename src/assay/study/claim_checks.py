"""Reading claims.toml with every mistake reported at once: keys, types, words, formulas and templates."""

import string
import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec

from assay.study.claim_model import (
    AGAINST,
    ALIKE,
    BASES,
    CLAIMED,
    MEASURED,
    RULES,
    RULINGS,
    Claim,
    ClaimSet,
    EqualScalingHere,
    RatioHere,
    Reading,
    ResponseHere,
    Rule,
    ScalingHere,
    Source,
    SplitHere,
)
from assay.study.formula import FormulaError, Value, work_out
from assay.study.shape import meant, read_table
from assay.study.tables import Table
from assay.wording import quantity

KEYS = ("source", "claim")
STAND_IN = {"kind": "reading", "ruling": RULINGS[0], "evidence": ["-"]}

FORMULAS = {
    "equals": ("derived", "printed"),
    "between": ("derived", "low", "high"),
    "condition": ("holds_if", "value"),
    "closed form": ("published", "if_true", "if_artefact"),
}
"""The keys of a rule that hold formulas."""
OPTIONAL = ("value",)
"""Those that a rule can do without."""
LONGEST_FORMAT = 6
"""Of a number in braces: ",.2f"; a width of many digits is a text of as many letters."""
COMPARED = {
    "equals": (("derived", "printed"),),
    "closed form": (("published", "if_true"), ("published", "if_artefact")),
}
"""Which of them are compared number by number."""


def check_claims(study: str, text: str, tables: Mapping[str, Table], problems: list[str]) -> ClaimSet | None:
    """The claims of one file; mistakes are added to `problems`, each with its place."""
    place = f"{study}/claims.toml"
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers and nesting beyond what Python reads
        problems.append(f"{place}: expected TOML, found a mistake: {error}")
        return None
    before = len(problems)
    problems += [f'{place}: unknown key "{key}"; {meant(key, list(KEYS))}' for key in document if key not in KEYS]
    source = _source(document.get("source"), place, problems)
    claims = _claims(document.get("claim"), place, problems)
    _check_ids(study, claims, place, problems)
    for claim in claims:
        _check_words(claim, f"{place}: {claim.id}", problems)
        _check_formulas(claim, tables, f"{place}: {claim.id}", problems)
    if source is None or len(problems) > before:
        return None
    return ClaimSet(study=study, source=source, claims=tuple(claims), tables=dict(tables))


def _source(entry: Any, place: str, problems: list[str]) -> Source | None:
    if not isinstance(entry, dict):
        problems.append(f"{place}: expected a table [source] with name, title and what, found none")
        return None
    return read_table(entry, Source, f"{place}: source: ", problems)


def _claims(entries: Any, place: str, problems: list[str]) -> list[Claim]:
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        problems.append(f"{place}: expected tables [[claim]], found none")
        return []
    claims = []
    for number, entry in enumerate(entries, start=1):
        claim = _claim(entry, f"{place}: {entry.get('id', f'claim {number}')}: ", problems)
        claims += [claim] if claim else []
    return claims


def _claim(entry: dict[str, Any], place: str, problems: list[str]) -> Claim | None:
    """A claim is read in two steps, so that the kind of its rule decides which keys the rule may have."""
    rule = _rule(entry["rule"], f"{place}rule: ", problems) if "rule" in entry else None
    claim = read_table({**entry, "rule": STAND_IN} if "rule" in entry else entry, Claim, place, problems)
    return msgspec.structs.replace(claim, rule=rule) if claim and rule else None


def _rule(entry: Any, place: str, problems: list[str]) -> Rule | None:
    kind = entry.get("kind") if isinstance(entry, dict) else None
    if kind not in RULES:
        found = f'"{kind}"; {meant(str(kind), list(RULES))}' if kind else f"nothing; known are: {', '.join(RULES)}"
        problems.append(f"{place}kind: expected the kind of a rule, found {found}")
        return None
    rule: Any = read_table({k: v for k, v in entry.items() if k != "kind"}, RULES[kind], place, problems)
    return rule  # type: ignore[no-any-return]


def _check_ids(study: str, claims: list[Claim], place: str, problems: list[str]) -> None:
    seen: set[str] = set()
    for claim in claims:
        head, _, number = claim.id.rpartition("-")
        if head != study or not number.isdigit():
            problems.append(f'{place}: {claim.id}: expected an id like "{study}-1"')
        if claim.id in seen:
            problems.append(f"{place}: {claim.id}: two claims have this id")
        seen.add(claim.id)


def _check_words(claim: Claim, place: str, problems: list[str]) -> None:
    _one_of(claim.basis, BASES, f"{place}: basis", problems)
    _one_of(getattr(claim.rule, "ruling", RULINGS[0]), RULINGS, f"{place}: rule: ruling", problems)
    _one_of(getattr(claim.rule, "otherwise", RULINGS[0]), RULINGS, f"{place}: rule: otherwise", problems)
    claimable = ALIKE if isinstance(claim.rule, EqualScalingHere) else CLAIMED
    _one_of(getattr(claim.rule, "claimed", claimable[0]), claimable, f"{place}: rule: claimed", problems)
    _one_of(getattr(claim.rule, "against", AGAINST[0]), AGAINST, f"{place}: rule: against", problems)
    _check_measured(claim.rule, f"{place}: rule", problems)
    if isinstance(claim.rule, MEASURED) != (claim.basis == "here"):
        problems.append(f'{place}: basis "here" and a rule that measures belong together')
    if isinstance(claim.rule, Reading) and not any(piece.strip() for piece in claim.rule.evidence):
        problems.append(f"{place}: rule: a reading states its evidence, found none")
    if isinstance(claim.rule, MEASURED) and not (claim.if_true and claim.if_artefact):
        problems.append(f"{place}: a measured claim says what is predicted: if_true and if_artefact")


def _check_measured(rule: Rule, place: str, problems: list[str]) -> None:
    """What the keys of a rule that measures must be together."""
    if isinstance(rule, ScalingHere) and bool(rule.split) == bool(rule.variant):
        found = "both" if rule.split else "neither"
        problems.append(f"{place}: expected either split or variant, found {found}")
    if isinstance(rule, ScalingHere) and rule.split and rule.against != AGAINST[0]:
        problems.append(f'{place}: against: a split is held against "{AGAINST[0]}"; give a pattern of variants instead')
    if isinstance(rule, RatioHere | ResponseHere) and rule.at_least is None and rule.at_most is None:
        problems.append(f"{place}: expected at_least, at_most or both, found neither: every number would do")


def _one_of(word: str, known: tuple[str, ...], place: str, problems: list[str]) -> None:
    if word not in known:
        problems.append(f'{place}: unknown "{word}"; {meant(word, list(known))}')


def _check_formulas(claim: Claim, tables: Mapping[str, Table], place: str, problems: list[str]) -> None:
    before = len(problems)
    kind = str(claim.rule.__struct_config__.tag)
    taken = [name for name in claim.let if name in FORMULAS.get(kind, ())]
    problems += [f'{place}: let: "{name}" is the name of a formula of its rule; choose another' for name in taken]
    names = named_values(claim, tables, place, problems)
    for key in FORMULAS.get(kind, ()):
        text = getattr(claim.rule, key)
        if not text and key not in OPTIONAL:
            problems.append(f"{place}: rule: {key}: expected a formula, found none")
        if text:
            value = _try(text, tables, names, f"{place}: rule: {key}", problems)
            names = {**names, key: value} if value is not None else names
    _check_ratio(claim, tables, names, f"{place}: ratio", problems)
    _check_lengths(claim, names, place, problems)
    if len(problems) > before:
        return
    for key in ("here", "why"):
        try:
            fill(getattr(claim, key), names)
        except FormulaError as error:
            problems.append(f"{place}: {key}: {error}")


def _check_ratio(
    claim: Claim, tables: Mapping[str, Table], names: Mapping[str, Value], place: str, problems: list[str]
) -> None:
    """One number above 0 on either side; what a rule measures must be a ratio of speeds or of times."""
    if claim.ratio is None:
        return
    if not claim.ratio.published:
        problems.append(f"{place}: published: expected a formula, found none")
    for key in ("published", "here"):
        text = getattr(claim.ratio, key)
        value = _try(text, tables, names, f"{place}: {key}", problems) if text else None
        if value is not None and (isinstance(value, tuple) or value <= 0):
            problems.append(f"{place}: {key}: expected one number above 0, found {value}")
    if isinstance(claim.rule, MEASURED) and not _measures_speed(claim.rule):
        problems.append(f"{place}: expected a rule that measures a ratio of times, a split or a scaling, found another")


def _measures_speed(rule: Rule) -> bool:
    if isinstance(rule, ScalingHere):
        return bool(rule.split)
    return isinstance(rule, SplitHere) or (isinstance(rule, RatioHere) and quantity(rule.metric).is_time)


def _check_lengths(claim: Claim, names: Mapping[str, Value], place: str, problems: list[str]) -> None:
    """What is compared number by number has as many numbers, or is compared with a single one."""
    for left, right in COMPARED.get(str(claim.rule.__struct_config__.tag), ()):
        a, b = (len(value) if isinstance(value, tuple) else 1 for value in (names.get(left, ()), names.get(right, ())))
        if left in names and right in names and b not in (1, a):
            problems.append(f"{place}: rule: {right}: expected one number or {a}, as many as {left}, found {b}")


def named_values(claim: Claim, tables: Mapping[str, Table], place: str, problems: list[str]) -> dict[str, Value]:
    """The values of `let`, in order; a formula that fails is reported and left out."""
    names: dict[str, Value] = {}
    for name, text in claim.let.items():
        value = _try(text, tables, names, f"{place}: let: {name}", problems)
        if value is not None:
            names[name] = value
    return names


def _try(
    text: str, tables: Mapping[str, Table], names: Mapping[str, Value], place: str, problems: list[str]
) -> Value | None:
    try:
        return work_out(text, tables, names)
    except FormulaError as error:
        problems.append(f"{place}: {text}: {error}")
        return None


class _Filler(string.Formatter):
    """Fills {name:.2f} from names alone: no attribute, no index, no conversion."""

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> tuple[Any, str]:
        if field_name not in kwargs:
            raise FormulaError(f'unknown name "{field_name}" in braces; {meant(field_name, list(kwargs))}')
        return kwargs[field_name], field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        if len(format_spec) > LONGEST_FORMAT:
            raise FormulaError(f'expected a format of at most {LONGEST_FORMAT} letters, found "{format_spec[:40]}"')
        numbers = value if isinstance(value, tuple) else (value,)
        return ", ".join(format(number, format_spec).replace("%", " %") for number in numbers)


def fill(template: str, names: Mapping[str, Value]) -> str:
    """A template with its numbers put in; raises FormulaError on an unknown name or a format that does not fit."""
    try:
        return _Filler().vformat(template, (), dict(names))
    except (ValueError, IndexError, KeyError) as error:
        raise FormulaError(f"cannot be filled in: {error}") from None
