"""Which families answer one question: those that ask it in the same words, one a language say, belong together."""

from assay.analysis.model import Findings


def asked_together(findings: Findings) -> list[tuple[str, ...]]:
    """The families of each question, in the order of the study; those of another kind apart."""
    groups: dict[tuple[str, str], list[str]] = {}
    for family, question in findings.questions.items():
        groups.setdefault((question, findings.kinds.get(family, "")), []).append(family)
    return [tuple(families) for families in groups.values()]
