"""`assay doctor`: looks, says what it sees, changes nothing."""

import json

import click

from assay.cli.words import json_option


@click.command()
@json_option
def doctor(as_json: bool) -> int:
    """What this machine can and cannot answer, what is installed, what to change.

    Looks for a few seconds: it listens, lets CPUs work two at a time, and asks compilers for their versions. Changes
    nothing by itself.
    """
    from assay.campaign.checkup import STEPS, checkup
    from assay.cli.screen import Screen
    from assay.cli.show import colored, width
    from assay.report.doctor_text import doctor_document, doctor_text
    from assay.run.progress import Progress

    with Screen() as screen:
        found = checkup(
            lambda done, what, left_s: screen.advanced(Progress(what, done, len(STEPS), left_s, noun="steps"))
        )
    if as_json:
        click.echo(json.dumps(doctor_document(found), indent=2))
    else:
        click.echo(doctor_text(found, width(), color=colored()), color=colored())
    return 0
