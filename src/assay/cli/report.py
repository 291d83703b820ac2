"""`assay report [RUN]...`: shows runs again, or puts them into files of other formats."""

from pathlib import Path

import click

from assay.cli.exporting import Formats, export_all, place_of
from assay.cli.words import json_option, runs_option
from assay.errors import UsageError


@click.command()
@click.argument("run", nargs=-1, metavar="[RUN|last]...")
@click.option(
    "--export",
    "formats",
    type=Formats(),
    multiple=True,
    metavar="FORMAT[,FORMAT]...",
    help=f"Write files instead, and name each: {Formats.known()}.",
)
@click.option("--to", type=click.Path(path_type=Path), metavar="DIR", help="Folder for exports; else the run's own.")
@click.option("--redact", is_flag=True, help="Take out what names a user, a place or a program, to give it away.")
@click.option("--claims", is_flag=True, help="Only the claims, each with its ruling and why.")
@runs_option
@json_option
def report(
    run: tuple[str, ...],
    formats: tuple[tuple[str, ...], ...],
    to: Path | None,
    redact: bool,
    claims: bool,
    runs: Path,
    as_json: bool,
) -> int:
    """Show what a run found, computed anew from its record; several runs of one study stand in one report."""
    from assay.analysis.together import open_runs
    from assay.cli.show import show_report
    from assay.store.folder import find_run

    exports = tuple(dict.fromkeys(name for names in formats for name in names))
    _refuse_ignored(exports, to, claims=claims, as_json=as_json)
    folders = [find_run(runs, name) for name in run or ("last",)]
    several = open_runs(folders, redact=redact)
    if exports:
        return export_all(several, exports, to or place_of(several, folders, redact=redact))
    show_report(several, claims=claims, as_json=as_json)
    return 0


def _refuse_ignored(exports: tuple[str, ...], to: Path | None, *, claims: bool, as_json: bool) -> None:
    """Words that would change nothing are refused."""
    if to is not None and not exports:
        raise UsageError("report: expected --export beside --to, found none; name a format: --export html")
    if exports and as_json:
        raise UsageError(
            "report: expected --json or --export, found both; --export json writes that document into a file"
        )
    if exports and claims:
        raise UsageError("report: expected --claims or --export, found both; every export holds the claims")
