"""Reads one command line as a user typed it: into words where that is enough, into a shell's argument where it is not.

A shell costs about a millisecond and a process of its own, so a command gets one only when its text needs it.
"""

import shlex

from assay.errors import UsageError
from assay.plan.model import CommandWork

SHELL = "/bin/sh"
ANYWHERE = set("|&;<>()*?[\n")
"""Characters that a shell reads as its own wherever they stand outside quotes."""
EXPANDS = set("$`")
"""Characters that a shell expands even inside double quotes."""
AT_START = set("~#")
"""Characters that mean something to a shell only at the start of a word."""
# fmt: off
OWN_WORDS = frozenset((
    "!", ".", ":", "alias", "bg", "break", "case", "cd", "continue", "do", "eval", "exec", "exit", "export", "fg",
    "for", "function", "hash", "if", "jobs", "read", "readonly", "return", "set", "shift", "source", "time", "times",
    "trap", "type", "ulimit", "umask", "unalias", "unset", "until", "wait", "while", "{",
))
# fmt: on
"""First words that only a shell understands."""


def read_command(text: str) -> CommandWork:
    """The command of one text; refuses an empty one and one whose quotes do not close."""
    try:
        words = shlex.split(text)
    except ValueError:
        raise UsageError(
            f"command {text!r}: expected every quote to be closed, found one that is not; "
            "add the missing quote, or put the whole command between single quotes"
        ) from None
    if not words:
        raise UsageError(
            f"command {text!r}: expected a program and its arguments, found nothing; give a command to run"
        )
    if needs_shell(text, words[0]):
        return CommandWork(text=text, argv=(SHELL, "-c", text), shell=True)
    return CommandWork(text=text, argv=tuple(words))


def needs_shell(text: str, first: str) -> bool:
    """Whether a shell must read the text: an operator, an expansion, an assignment in front, or a word of its own."""
    if first in OWN_WORDS or "=" in first:
        return True
    quote, escaped, at_start = "", False, True
    for letter in text:
        if escaped:
            escaped, at_start = False, False
        elif letter == "\\" and quote != "'":
            escaped = True
        elif quote == "":
            if letter in ANYWHERE or letter in EXPANDS or (at_start and letter in AT_START):
                return True
            quote, at_start = (letter if letter in "'\"" else ""), letter.isspace()
        elif letter == quote:
            quote, at_start = "", False
        elif quote == '"' and letter in EXPANDS:
            return True
    return False
