"""Prints what a run found, as text or as JSON, and how to go on with one that ended early."""

import json
import os
import shutil
import sys
from contextlib import suppress

import click

from assay.analysis.model import ClaimRuling, Findings
from assay.analysis.several import Several
from assay.campaign.outcome import INTERRUPTED, Result
from assay.cli.page import leave_page
from assay.errors import UsageError

WIDEST, NARROWEST = 120, 80
REPORT = "report.txt"


def show_result(result: Result, verb: str, *, as_json: bool) -> int:
    """Print it all; the exit status."""
    early = result.exit_status == INTERRUPTED or bool(result.trouble)
    if early:
        click.echo(_early(result, verb), err=True)
    else:
        _leave_report(result)
    show_findings(result.findings, as_json=as_json)
    if not early:
        leave_page(result)
    return result.exit_status


def _leave_report(result: Result) -> None:
    """In the run's folder, for whoever gets that by mail; it can be computed again, so a full disk does not matter."""
    from assay.report.terminal import render_text

    with suppress(OSError):
        (result.folder / REPORT).write_text(render_text(result.findings, WIDEST) + "\n", encoding="utf-8")


def show_findings(findings: Findings, *, as_json: bool) -> None:
    """On standard output."""
    if as_json:
        from assay.report.document import to_json

        _print(json.dumps(to_json(findings), indent=2), findings.run)
        return
    from assay.report.terminal import render_text

    _print(render_text(findings, width(), color=colored()), findings.run)


def show_report(several: Several, *, claims: bool, as_json: bool) -> None:
    """One run, or several that were put together, on standard output."""
    again = " ".join(run.findings.run for run in several.runs)
    if as_json:
        from assay.report.several_document import document_of

        _print(json.dumps(document_of(several), indent=2), again)
    elif len(several.runs) == 1 and claims:
        show_claims(several.runs[0].findings)
    elif len(several.runs) == 1:
        show_findings(several.runs[0].findings, as_json=False)
    else:
        from assay.report.several_screen import render_several

        _print(render_several(several, width(), color=colored(), claims=claims), again)


def _print(text: str, run: str) -> None:
    try:
        click.echo(text, color=colored())
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as trouble:
        _give_up_stdout()
        raise UsageError(
            f"standard output: expected a place that takes the result, found: {(trouble.strerror or '').lower()}; "
            f"the run is kept: assay report {run}"
        ) from trouble


def _give_up_stdout() -> None:
    """What could not be written would be tried again at exit, and end it with a status of Python's own."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def show_ruled_at_once(claims: tuple[ClaimRuling, ...]) -> None:
    """On standard error, before anything is measured."""
    if claims:
        from assay.report.claims import lines

        click.echo("decided by the sources themselves, before anything is measured:", err=True)
        click.echo("\n".join(lines(claims, width(), short=True)), err=True)


def show_claims(findings: Findings) -> None:
    """All of them on standard output, steps named as on the other screens."""
    from assay.analysis.screen_words import in_screen_words
    from assay.report.claims import lines

    for line in lines(in_screen_words(findings).claims, width()):
        click.echo(line)


def width() -> int:
    """Columns to print in: the terminal's, or as many as COLUMNS says, or all that are ever used."""
    if not sys.stdout.isatty() and not os.environ.get("COLUMNS"):
        return WIDEST
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))


def colored() -> bool:
    """Only for those who can see it and have not said no."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _early(result: Result, verb: str) -> str:
    if result.trouble:
        why = f"assay: {result.trouble}"
    elif result.findings.finished:
        why = "interrupted after the last verdict; what was still to come is missing below"
    else:
        why = "interrupted; this is what is known so far (no verdict)"
    return f"{why}\nto go on: assay {verb} --resume {result.folder}"
