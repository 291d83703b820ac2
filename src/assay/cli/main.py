"""The command line: words in, an exit status out. Nothing is decided here and nothing heavy is imported.

0  done
2  the user's mistake
3  nothing could run
4  ran, but something crashed, did not build or was refused unexpectedly
130  interrupted, by Ctrl-C, SIGTERM or a terminal that is closed
"""

import importlib
import os
import signal
import sys
from contextlib import suppress
from typing import Any

import click

from assay import __version__
from assay.cli.verbs import VERBS
from assay.errors import AssayError

EXAMPLES = """\
Assay puts concurrency claims to the test. Three things to begin with:

  assay compare 'sort -u words' 'sort words | uniq'   which takes less time, and how sure is that?
  assay run tour                                      five published claims, ruled on, in minutes
  assay doctor                                        what this machine can and cannot answer

All verbs: assay --help
"""


SAFE = "of a run everything finished before is safe, and `--resume` goes on with it"


class Verbs(click.Group):
    """A group whose commands are listed from the table and imported when called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of the table."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module that the table names."""
        if cmd_name not in VERBS:
            return None
        module, _, name = VERBS[cmd_name].home.partition(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """A reader that has had enough, say `head`, is no failure; nothing more can be said to it, also not at exit."""
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _say_no_more()
            return 0
        return status

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """From the table alone, so that help imports no verb."""
        with formatter.section("Verbs"):
            formatter.write_dl([(name, verb.help) for name, verb in VERBS.items()])


@click.group(
    cls=Verbs,
    invoke_without_command=True,
    subcommand_metavar="VERB ...",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="assay")
@click.pass_context
def assay(context: click.Context) -> None:
    """Assay puts concurrency claims to the test."""
    if context.invoked_subcommand is None:
        click.echo(EXAMPLES, nl=False)


def main(arguments: list[str] | None = None) -> None:
    """The program: runs one verb and exits with its status."""
    _open_closed_streams()
    # Asked to end, by a service manager say, it ends as with Ctrl-C: with what is known and how to go on.
    # A terminal that is closed asks for the same; under nohup it is not asked.
    for asked in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(asked) is signal.SIG_DFL:
            signal.signal(asked, signal.default_int_handler)
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """One verb, and its exit status."""
    try:
        status = assay.main(args=arguments, prog_name="assay", standalone_mode=False)
    except click.ClickException as trouble:
        from assay.cli.mistakes import in_our_words

        click.echo(f"assay: {in_our_words(trouble)}", err=True)
        return trouble.exit_code
    except AssayError as trouble:
        click.echo(f"assay: {trouble}", err=True)
        return trouble.exit_status
    except (click.Abort, KeyboardInterrupt):
        _say("interrupted")
        return 130
    except MemoryError:
        _say(f"this process: expected more memory, found none left; give it more; {SAFE}")
        return 2
    except ImportError as trouble:
        _say(
            f"{trouble.name or 'a library'}: expected it to load, found: {trouble}; give it memory, or run `make setup`"
        )
        return 3
    except BrokenPipeError:
        raise
    except OSError as trouble:
        _say(
            f"{trouble.filename or 'the system'}: found {(trouble.strerror or str(trouble)).lower()}; mend that; {SAFE}"
        )
        return 2
    return status if isinstance(status, int) else 0


def _say(text: str) -> None:
    """The last words, where there is still somebody to hear them."""
    with suppress(OSError, MemoryError):
        click.echo(f"assay: {text}", err=True)


def _say_no_more() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def _open_closed_streams() -> None:
    """A stream that the caller closed swallows what is said, and no record file takes its number."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, this one
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)
