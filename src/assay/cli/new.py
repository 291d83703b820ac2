"""`assay new workload NAME`: a workload of one's own, that runs at once."""

from pathlib import Path

import click


@click.group(subcommand_metavar="WHAT ...")
def new() -> None:
    """Begin something of your own."""


@new.command()
@click.argument("name")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--language", default="c", show_default=True, help="In which the work is written; see `assay list`.")
def workload(name: str, folder: Path | None, language: str) -> int:
    """A folder with a study and a workload that compile, run and pass; FOLDER is the name where it is left out."""
    from assay.campaign.new_workload import make_workload

    made = make_workload(name, folder or Path(name), language)
    click.echo(f"made {made.folder}: {', '.join(made.work)} (the work), workload.toml, study.toml (what is asked)")
    if made.missing:
        click.echo(f"missing here: {made.missing.reason}; {made.missing.remedy}")
    click.echo(f"next: assay run {_shown(made.folder / 'study.toml')} --quick")
    return 0


def _shown(path: Path) -> str:
    import shlex

    return shlex.quote(str(path))
