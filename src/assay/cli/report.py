"""`assay report DIR|last`."""

from pathlib import Path

import click

from assay.cli.words import json_option, runs_option


@click.command()
@click.argument("run", default="last", metavar="[DIR|last]")
@click.option("--claims", is_flag=True, help="Only the claims, each with its ruling and why.")
@runs_option
@json_option
def report(run: str, claims: bool, runs: Path, as_json: bool) -> int:
    """Show what a run found, computed anew from its record."""
    from assay.analysis.analyse import analyse
    from assay.cli.show import show_claims, show_findings
    from assay.store.folder import find_run
    from assay.store.reader import read_records

    folder = find_run(runs, run)
    findings = analyse(read_records(folder), run=str(folder))
    if claims and not as_json:
        show_claims(findings)
    else:
        show_findings(findings, as_json=as_json)
    return 0
