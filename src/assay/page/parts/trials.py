"""Every trial in the order in which it ran: drift, and what the machine did meanwhile."""

from assay.page.model import Said, Section
from assay.page.sheet import Sheet

READING = (
    "Each mark is one trial, a fresh process, in the order in which it ran. At the bottom stands what the hypervisor "
    "(steal) and other programs (foreign CPU) took meanwhile; figures of scaling leave out rounds in which that was "
    "too much, and say how many."
)


def section(sheet: Sheet) -> Section | None:
    """Nothing where nothing was measured."""
    figures = sheet.many_figures("trials")
    return (
        Section("trials", "Every trial, in the order they ran", (Said(READING), *figures), "Every trial")
        if figures
        else None
    )
