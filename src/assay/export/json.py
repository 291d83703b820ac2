"""The report as the JSON document that --json prints, in a file."""

import json
from pathlib import Path

from assay.analysis.several import Several
from assay.export.writing import write_file
from assay.report.several_document import document_of


def write(several: Several, folder: Path) -> list[Path]:
    """report.json below the folder."""
    return [write_file(folder / "report.json", json.dumps(document_of(several), indent=2) + "\n")]
