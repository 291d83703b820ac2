"""The page as values, then as one HTML file that asks nobody for anything."""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from assay import __version__
from assay.analysis.several import Several
from assay.errors import library_needed
from assay.page.drawing import Drawn, draw, nobody
from assay.page.first import first_blocks, heading_of
from assay.page.model import Link, Links, Page
from assay.page.rulings import tone_of
from assay.page.sections import READ_ON, SECTIONS
from assay.page.sheet import NOTHING, Sheet, sheet_of
from assay.report.terminal import SIMULATED
from assay.units import plural

if TYPE_CHECKING:
    from jinja2 import Template

TEMPLATES = Path(__file__).parent / "templates"
NO_VERDICT = "NOT FINISHED: this run ended before its last planned look; what stands here is no verdict"
NO_VERDICTS = "NOT FINISHED: {} ended before the last planned look; what was not come to there has no verdict"


def render(several: Several, beside: Mapping[str, str] = NOTHING, told_drawn: Drawn = nobody) -> str:
    """One HTML file; `beside` names files in its folder that it may point at, and what is in them."""
    with library_needed("the page"):
        from markupsafe import Markup

    from assay.charts.theme import css

    page = page_of(several, beside, told_drawn)
    style = css() + (TEMPLATES / "page.css").read_text(encoding="utf-8")
    script = (TEMPLATES / "page.js").read_text(encoding="utf-8")
    return _template().render(
        page=page, style=Markup(style), script=Markup(script), policy=_policy(script), drawn=Markup
    )


def page_of(several: Several, beside: Mapping[str, str] = NOTHING, told_drawn: Drawn = nobody) -> Page:
    """What the page says, before it is laid out."""
    from assay.charts.catalogue import charts_of

    charts = charts_of(several)
    sheet = sheet_of(several, charts, beside, draw(charts, told_drawn))
    sections = tuple(section for make in SECTIONS if (section := make(sheet)))
    there = {section.id for section in sections}
    read_on = Links(tuple(Link(words, f"#{name}") for name, words in READ_ON if name in there))
    first = sheet.first.findings
    return Page(
        title=first.title if not first.commands else " and ".join(sheet.first.names.values()),
        above=_above(sheet),
        heading=tuple(text for text in heading_of(sheet) if sheet.alone or text.startswith(("about:", "asked:"))),
        bands=_bands(sheet),
        first=(*first_blocks(sheet), read_on),
        sections=sections,
        footer=f"Assay {__version__}; run of {sheet.first.run.header.created}",
    )


def _above(sheet: Sheet) -> str:
    """Which study, in which mode, how much of it, and when; of several runs from the fewest to the most."""
    findings = sheet.first.findings
    counts = sorted({one.findings.rounds for one in sheet.told})
    span = plural(counts[-1], "round") if len(counts) == 1 else f"{counts[0]} to {plural(counts[-1], 'round')}"
    rounds = f", {span}" if counts[-1] else ""
    machines = "" if sheet.alone else f", {len(sheet.told)} runs"
    days = sorted({one.run.header.created[:10] for one in sheet.told})
    return f"{findings.study}, {findings.mode}{rounds}{machines}, {' to '.join(dict.fromkeys((days[0], days[-1])))}"


def _bands(sheet: Sheet) -> tuple[str, ...]:
    """What must not be overlooked, wherever one looks."""
    findings = [one.findings for one in sheet.told]
    quick = max((one.rounds for one in findings if one.mode == "quick"), default=0)
    said = [SIMULATED] if any(one.simulated for one in findings) else []
    early = [one.run.machine for one in sheet.told if not one.findings.finished]
    said += [(NO_VERDICT if sheet.alone else NO_VERDICTS).format(" and ".join(early))] if early else []
    return (
        *said,
        *([f"QUICK: {plural(quick, 'round')}, fewer than a full run; no tails and no peaks"] if quick else []),
    )


def _policy(script: str) -> str:
    """What a browser may do with this page: its own style, its one script, and nothing from anywhere."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = f"style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


@cache
def _template() -> "Template":
    with library_needed("the page"):
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["tone"] = tone_of
    return environment.get_template("page.html")
