"""A short name for each variant of a run, different from all the others and safe to print on one line."""

from assay.analysis.model import Findings


def names_of(findings: Findings) -> dict[str, str]:
    """A short name for each variant, different from all the others."""
    labels = {one.variant: one.label for one in findings.variants}
    names = dict.fromkeys((*findings.commands, *labels), "")
    found: dict[str, str] = {}
    for number, name in enumerate(names, 1):
        label = plain(labels.get(name, name))
        found[name] = f"{label} ({number})" if label in found.values() else label
    return found


def plain(text: str) -> str:
    """On one line and without control characters: a command must not be able to move the cursor."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
