"""The machine, what it did during the run, and which compilers and runtimes there were, with their flags."""

from assay.page.model import Block, Facts, Grid, Group, Said, Section
from assay.page.sheet import Sheet, Told, each_run
from assay.report.study_screen import heading_lines, machine_texts


def section(sheet: Sheet) -> Section | None:
    """Every run has a machine."""
    return Section("machine", "Machine, compilers, runtimes", each_run(sheet, "machine", _of), "Machine")


def _of(one: Told) -> tuple[Block, ...]:
    facts = tuple((name.replace("_", " "), (text,)) for name, text in one.run.header.machine.items())
    every = [line.text for line in heading_lines(one.findings) if line.text.startswith("every trial:")]
    said = tuple(Said(text) for text in (*machine_texts(one.findings), *every))
    return (*said, Facts(facts, brief=True), *_tools(one))


def _tools(one: Told) -> tuple[Block, ...]:
    tools = one.run.header.toolchains
    if not tools:
        return ()
    rows = tuple((name, tool.name, tool.version, " ".join(tool.flags), tool.path) for name, tool in tools.items())
    title = "What built it and what ran it"
    grid = Grid(title, ("for", "program", "version", "flags", "path"), rows, spoken_only=True)
    return (Group(f"{one.mark}tools", title, (grid,)),)
