"""What is kept of what a command prints: enough to compare two commands, and to say why one failed."""

import hashlib

from assay.store.records import Output

HEAD_LINES = 5
LINE_CHARACTERS = 200
LAST_LINES = 3


def kept_output(stdout: bytes, printed: int) -> Output:
    """The fingerprint and the first lines of `stdout`, of which `printed` bytes came in all."""
    return Output(
        sha256=hashlib.sha256(stdout).hexdigest(),
        bytes=max(printed, len(stdout)),
        head="\n".join(_lines(stdout[: HEAD_LINES * LINE_CHARACTERS])[:HEAD_LINES]),
        truncated=printed > len(stdout),
    )


def last_words(stderr: bytes) -> str:
    """The last lines of standard error that say anything, on one line."""
    lines = [line.strip() for line in _lines(stderr) if line.strip()]
    return " / ".join(lines[-LAST_LINES:])


def _lines(text: bytes) -> list[str]:
    """Printable lines: a command must not be able to move the cursor of whoever reads the record."""
    plain = text.decode("utf-8", errors="replace")
    return ["".join(c if c.isprintable() else " " for c in line)[:LINE_CHARACTERS] for line in plain.splitlines()]
