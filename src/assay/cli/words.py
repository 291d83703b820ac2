"""How words on the command line become values: shares, and the options that several verbs have."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from assay.errors import UsageError

AnyFunction = Callable[..., Any]
SHORTEST_S, LONGEST_S = 0.001, 1e7
"""Of a time-out: what the launcher can keep, and nearly four months."""


class Share(click.ParamType[float]):
    """A share: "1%", "0.5 %" or "0.01"."""

    name = "share"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """As a fraction between 0 and 1."""
        if isinstance(value, float):
            return value
        text = str(value).strip()
        try:
            share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            self.fail(f"expected a share such as 1% or 0.01, found {text!r}", param, ctx)
        if not 0 < share < 1:
            self.fail(f"expected a share between 0% and 100%, such as 1% or 0.01, found {text!r}", param, ctx)
        return share


class Seconds(click.ParamType[float]):
    """A time a run may take."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """In seconds; what is no number, or cannot be counted in nanoseconds, is refused."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = 0.0
        if not SHORTEST_S <= seconds <= LONGEST_S:  # also what is not a number
            self.fail(
                f"expected seconds, {SHORTEST_S:g} to {LONGEST_S:,.0f}, such as 30 or 0.5, found {str(value)!r}",
                param,
                ctx,
            )
        return seconds


def runs_option(function: AnyFunction) -> AnyFunction:
    """--runs DIR."""
    return click.option(
        "--runs",
        type=click.Path(path_type=Path),
        default=Path("runs"),
        show_default=True,
        help="Folder in which runs are kept.",
    )(function)


def measuring_options(function: AnyFunction) -> AnyFunction:
    """What every verb that measures has."""
    options = (
        click.option("--quick", is_flag=True, help="12 rounds and one look; the result says that it is quick."),
        click.option("--seed", type=click.IntRange(min=0), help="Draws the order of trials; a fresh one otherwise."),
        click.option("--resume", type=str, metavar="DIR", help="Go on with an interrupted run."),
        runs_option,
        click.option("--wait", is_flag=True, help="Wait for another run on this machine to end."),
        json_option,
    )
    for option in reversed(options):
        function = option(function)
    return function


ASIDE = frozenset({"resume", "runs", "wait", "as_json", "simulate"})
"""What may stand beside --resume: it changes nothing of what is measured."""


def refuse_beside_resume(context: click.Context) -> None:
    """A resumed run takes everything from its record; words that would be ignored are refused."""
    given = [
        name
        for name in context.params
        if name not in ASIDE and context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]
    if given:
        raise UsageError(
            f"{context.info_name}: expected nothing beside --resume that the record already holds, "
            f"found {', '.join(given)}; leave it out, or start anew"
        )


def json_option(function: AnyFunction) -> AnyFunction:
    """--json."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document (schema assay/1).")(function)
