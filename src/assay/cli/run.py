"""`assay run STUDY`."""

from pathlib import Path

import click

from assay.cli.words import Seconds, measuring_options, refuse_beside_resume
from assay.errors import UsageError


@click.command()
@click.argument("study", required=False)
@click.option("--simulate", is_flag=True, help="Draw times from a law; measures nothing and is marked so.")
@click.option(
    "--timeout",
    type=Seconds(),
    default=600.0,
    show_default=True,
    help="End any trial after this.",
)
@measuring_options
def run(
    study: str | None,
    simulate: bool,
    timeout: float,
    quick: bool,
    seed: int | None,
    resume: str | None,
    runs: Path,
    wait: bool,
    as_json: bool,
) -> int:
    """Run a study, by its name or the path of its file: measure, and rule on its claims."""
    from assay.campaign.studies import HowToRun, continue_study, prepare, ruled_at_once, run_study
    from assay.cli.bench import bench_for
    from assay.cli.screen import Screen
    from assay.cli.show import show_result, show_ruled_at_once
    from assay.store.folder import find_run

    if resume:
        refuse_beside_resume(click.get_current_context())
    elif study is None:
        raise UsageError("run: expected a study, found none; name one of `assay list`, or give the path of its file")
    with Screen() as screen:
        bench = bench_for(screen, runs, wait=wait, simulate=simulate)
        if study is None:
            return show_result(continue_study(find_run(runs, resume or ""), bench), "run", as_json=as_json)
        how = HowToRun(seed=1 if seed is None else seed, mode="quick" if quick else "full", timeout_s=timeout)
        prepared = prepare(study, how)
        show_ruled_at_once(ruled_at_once(prepared))
        return show_result(run_study(prepared, how, bench), "run", as_json=as_json)
