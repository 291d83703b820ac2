"""How much memory they took."""

from assay.page.model import Said, Section
from assay.page.sheet import Sheet
from assay.report.commands_screen import SCOPE


def section(sheet: Sheet) -> Section | None:
    """Nothing where none was taken."""
    figures = sheet.many_figures("memory")
    if not figures:
        return None
    methods = dict.fromkeys(one.findings.memory_method for one in sheet.told if one.findings.memory_method)
    said = "; ".join(f"{method} ({SCOPE.get(method, method)})" for method in methods)
    how = f" How it was taken: {said}." if said else ""
    return Section("memory", "Memory", (Said(f"From extra trials that are not timed.{how}"), *figures))
