"""What a study file says of the published tables to be shown beside its own figures: its table [published]."""

import tomllib

from assay.study.model import Published
from assay.study.shape import read_table


def published_of(text: str) -> Published | None:
    """Of a study file that was read before, so that it is known to be right; None where it has none."""
    table = tomllib.loads(text).get("published")
    return read_table(table, Published, "published.", []) if isinstance(table, dict) else None
