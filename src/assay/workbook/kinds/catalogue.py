"""The one table of kinds of question that a workbook can show."""

from collections.abc import Callable, Sequence

from assay.analysis.several import Several
from assay.workbook.kinds import comparison, ladder, observation, response, scaling
from assay.workbook.model import Sheet

KINDS: dict[str, Callable[[Several, Sequence[str]], Sheet]] = {
    "comparison": comparison.sheet,
    "ladder": ladder.sheet,
    "scaling": scaling.sheet,
    "response": response.sheet,
    "observation": observation.sheet,
}
"""Kind of a family -> its table."""
