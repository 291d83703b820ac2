"""`assay compare 'a' 'b' ...`."""

import secrets
from pathlib import Path

import click

from assay.cli.words import Seconds, Share, measuring_options, refuse_beside_resume
from assay.errors import UsageError

EPILOG = """\b
Examples:
  assay compare 'gzip -k -c f' 'zstd -c f'
  assay compare --name old './prog.old' --name new './prog'
  assay compare --quick 'python3 a.py' 'python3 b.py'
"""


@click.command(epilog=EPILOG)
@click.argument("commands", nargs=-1, metavar="'A' 'B' ...")
@click.option("--name", "names", multiple=True, help="A name for each command, in their order; repeat it.")
@click.option("--rounds", type=int, help="Exactly so many rounds, and one look at the end.")
@click.option("--margin", type=Share(), default="1%", show_default=True, help="The smallest difference you care about.")
@click.option("--timeout", type=Seconds(), help="End any run after this.")
@click.option("--shell", is_flag=True, help="Run every command in a shell, also one that does not need it.")
@click.option("-i", "--ignore-failure", is_flag=True, help="An exit status other than 0 is no failure.")
@measuring_options
def compare(
    commands: tuple[str, ...],
    names: tuple[str, ...],
    rounds: int | None,
    margin: float,
    timeout: float | None,
    shell: bool,
    ignore_failure: bool,
    quick: bool,
    seed: int | None,
    resume: str | None,
    runs: Path,
    wait: bool,
    as_json: bool,
) -> int:
    """Compare 2 to 8 commands; the first is what the others are compared with.

    Each is given between quotes, and runs without a shell unless it needs one.
    """
    from assay.campaign.commands import Asked, continue_comparison
    from assay.campaign.commands import compare as measure
    from assay.cli.bench import bench_for
    from assay.cli.screen import Screen
    from assay.cli.show import show_result
    from assay.store.folder import find_run

    if resume:
        refuse_beside_resume(click.get_current_context())
    if quick and rounds is not None:
        raise UsageError("compare: expected --quick or --rounds, found both; --quick is 12 rounds")
    with Screen() as screen:
        bench = bench_for(screen, runs, wait=wait)
        if resume:
            return show_result(continue_comparison(find_run(runs, resume), bench), "compare", as_json=as_json)
        asked = Asked(
            commands=commands,
            names=names,
            seed=secrets.randbelow(2**31) if seed is None else seed,
            mode="quick" if quick else "full",
            rounds=rounds,
            margin=margin,
            timeout_s=timeout or 0.0,
            shell=shell,
            ignore_failure=ignore_failure,
        )
        return show_result(measure(asked, bench), "compare", as_json=as_json)
