"""The one table of what a page tells below its first screen, in this order."""

from collections.abc import Callable

from assay.page.model import Section
from assay.page.parts import (
    answer,
    claims,
    data,
    distributions,
    left_out,
    machine,
    machines,
    memory,
    methods,
    published,
    questions,
    reading,
    reproduce,
    running,
    speed_up,
    trials,
)
from assay.page.sheet import Sheet

SECTIONS: tuple[Callable[[Sheet], Section | None], ...] = (
    answer.section,
    machines.section,
    questions.section,
    speed_up.section,
    claims.section,
    published.section,
    trials.section,
    distributions.section,
    running.section,
    memory.section,
    left_out.section,
    machine.section,
    reading.section,
    methods.section,
    data.section,
    reproduce.section,
)
"""A file of `parts` each; it gives nothing where the run has nothing for it."""
READ_ON = (
    ("reading", "How to read this"),
    ("trials", "Every trial"),
    ("methods", "Methods"),
    ("data", "Data"),
    ("reproduce", "Reproduce"),
)
"""Where the first screen leads."""
