"""Every trial in the order in which it ran: drift, and what the machine did meanwhile."""

from assay.page.model import Said, Section
from assay.page.sheet import Sheet

READING = (
    "Each dot is one trial, a fresh process, in the order in which it ran. Rounds in which the hypervisor (steal)"
    " or other programs (foreign CPU) took more than the study allows are marked; they are counted, and left out "
    "of scaling."
)


def section(sheet: Sheet) -> Section | None:
    """Nothing where nothing was measured."""
    figures = sheet.many_figures("trials")
    return (
        Section("trials", "Every trial, in the order they ran", (Said(READING), *figures), "Every trial")
        if figures
        else None
    )
