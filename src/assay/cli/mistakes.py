"""What the parser of the command line complains of, in the words of the house: where, expected, found, what to do."""

import difflib

import click
from click import exceptions as complaints

KINDS = {"integer": "a whole number", "float": "a number", "integer range": "a whole number"}
"""What the parser calls a type, and what its user does."""


def in_our_words(trouble: click.ClickException) -> str:
    """One sentence; a complaint of a kind that is not known here is passed on as it stands."""
    context = getattr(trouble, "ctx", None)
    help_at = f"{context.command_path} --help" if context else "assay --help"
    place = context.command_path if context else "assay"
    if isinstance(trouble, complaints.NoArgsIsHelpError):
        assert isinstance(trouble.ctx.command, click.Group)
        words = trouble.ctx.command.list_commands(trouble.ctx)
        return f"{place}: expected one of {', '.join(words)}, found nothing; see {help_at}"
    if isinstance(trouble, complaints.NoSuchCommand):
        where = f"{place}: " if context and context.parent else ""
        return where + _unknown(trouble.command_name, _words_of(context), help_at)
    if isinstance(trouble, complaints.NoSuchOption):
        return f"{place}: {_unknown(trouble.option_name, list(trouble.possibilities or ()), help_at)}"
    if isinstance(trouble, complaints.MissingParameter):
        return f"{place}: expected {_named(trouble)}, found none; see {help_at}"
    if isinstance(trouble, complaints.BadParameter):
        return f"{_bad(trouble)}; see {help_at}"
    text = trouble.format_message().removesuffix(".")
    if text.startswith("Got unexpected extra argument"):
        return f"{place}: expected nothing more, found {text.partition('(')[2].rstrip(')')}; see {help_at}"
    return f"{text}; see {help_at}" if context else text


def _words_of(context: click.Context | None) -> list[str]:
    return context.command.list_commands(context) if context and isinstance(context.command, click.Group) else []


def _unknown(found: str, known: list[str], help_at: str) -> str:
    close = difflib.get_close_matches(found, known, n=1, cutoff=0.5)
    meant = f'did you mean "{close[0]}"? ' if close else ""
    return f'unknown "{found}"; {meant}see {help_at}'


def _named(trouble: complaints.BadParameter) -> str:
    parameter = trouble.param
    return parameter.make_metavar(trouble.ctx) if parameter and trouble.ctx else "another word"


def _bad(trouble: complaints.BadParameter) -> str:
    """Of our own types in their own words; of the parser's, what was expected."""
    parameter = trouble.param
    place = max(parameter.opts, key=len) if parameter and parameter.opts else "a word"
    text = trouble.message.removesuffix(".")
    kind = parameter.type.name if parameter else ""
    if text.startswith("expected"):
        return f"{place}: {text}"
    found = text.partition(" is not ")[0]
    if kind in KINDS:
        least = getattr(parameter.type, "min", None) if parameter else None
        return f"{place}: expected {KINDS[kind]}{'' if least is None else f' of at least {least}'}, found {found}"
    return f"{place}: {text}"
