"""Leaves the page of a run in its folder, after all else is said: whatever befalls it, the run and its status stand."""

import click

from assay.campaign.outcome import Result


def leave_page(result: Result) -> None:
    """One line on standard error: where the page is, or why there is none and how to have it later."""
    try:
        click.echo(f"page: {_write(result)}", err=True)
    except (Exception, KeyboardInterrupt) as trouble:  # also what nobody thought of: the measuring is done and kept
        first = str(trouble).partition("\n")[0] or type(trouble).__name__
        again = f"assay report {result.findings.run} --export html"
        click.echo(f"page: not written ({first}); the run is kept, and {again} makes it", err=True)


def _write(result: Result) -> str:
    from assay.analysis.analyse import header_of
    from assay.analysis.together import put_together
    from assay.cli.exporting import write_one
    from assay.export.catalogue import FORMATS

    several = put_together([(header_of(result.records), result.records, result.findings)])
    return str(write_one(several, FORMATS["html"], result.folder)[0])
