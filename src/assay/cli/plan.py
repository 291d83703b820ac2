"""`assay plan STUDY`."""

import json

import click

from assay.cli.words import json_option


@click.command()
@click.argument("study")
@click.option("--quick", is_flag=True, help="The plan of a quick run.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Draws the order of trials.")
@json_option
def plan(study: str, quick: bool, seed: int, as_json: bool) -> int:
    """Show what a study would run and how long it would take; measures nothing."""
    from assay.campaign.studies import HowToRun, forecast, prepare
    from assay.cli.show import colored, width
    from assay.report.plan_text import plan_document, plan_text

    prepared = prepare(study, HowToRun(seed=seed, mode="quick" if quick else "full"))
    expected = forecast(prepared)
    if as_json:
        click.echo(json.dumps(plan_document(prepared.plan, expected), indent=2))
    else:
        click.echo(plan_text(prepared.plan, expected, width(), color=colored()), color=colored())
    return 0
