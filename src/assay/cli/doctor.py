"""`assay doctor`: looks, says what it sees, changes nothing."""

import json

import click

from assay.cli.words import json_option


@click.command()
@json_option
def doctor(as_json: bool) -> int:
    """What this machine can and cannot answer, what is installed, what to change. Changes nothing by itself."""
    from assay.campaign.checkup import checkup
    from assay.cli.show import colored, width
    from assay.report.doctor_text import doctor_document, doctor_text

    found = checkup()
    if as_json:
        click.echo(json.dumps(doctor_document(found), indent=2))
    else:
        click.echo(doctor_text(found, width(), color=colored()), color=colored())
    return 0
