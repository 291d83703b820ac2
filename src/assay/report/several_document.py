"""The JSON document of a report: of one run as ever, of several a document each and what holds across them."""

from typing import Any

from assay.analysis.several import Several
from assay.report import document


def to_json(several: Several) -> dict[str, Any]:
    """The document, ready to be dumped."""
    return document.to_json(several.runs[0].findings)
