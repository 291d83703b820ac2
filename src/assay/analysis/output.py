"""Whether the commands did the same: what their pilots printed, and how their trials ended."""

from collections.abc import Sequence
from itertools import zip_longest

from assay.analysis.measured import trials_of
from assay.analysis.model import OutputCheck
from assay.plan.model import Family
from assay.store.records import Output, Record, TrialRecord
from assay.units import count_text, plural

SHOWN = 40
"""Characters of a differing line that are shown."""


def check_output(records: Sequence[Record], family: Family) -> OutputCheck | None:
    """Compares the pilots of a family; None where none of them kept an output."""
    pilots = trials_of(records, family.name, "pilot")
    outputs = {name: [one.output for one in pilots if one.variant == name and one.output] for name in family.variants}
    if not any(outputs.values()):
        return None
    unstable = [name for name, found in outputs.items() if len({one.sha256 for one in found}) > 1]
    first = {name: found[0] for name, found in outputs.items() if found}
    printed = len({(one.sha256, one.bytes) for one in first.values()}) == 1
    exits, same_exit = _exits(records, family)
    text = f"output: {_output_words(first, unstable, same=printed)} | {exits}"
    return OutputCheck(same=printed and same_exit and not unstable, stable=not unstable, text=text)


def _output_words(outputs: dict[str, Output], unstable: list[str], *, same: bool) -> str:
    if unstable:
        verb = "changes" if len(unstable) == 1 else "change"
        return f"that of {' and '.join(unstable)} {verb} from run to run, so outputs are not compared"
    if not same:
        return f"DIFFERS: {_difference(outputs)}"
    one = next(iter(outputs.values()))
    if one.bytes == 0:
        return "none"
    return f"identical in the part that was kept of {_bytes(one)}" if one.truncated else "identical"


def _difference(outputs: dict[str, Output]) -> str:
    """The first line in which the baseline and the first command unlike it differ, or their sizes."""
    (name, one), *others = outputs.items()
    other_name, other = next((key, value) for key, value in others if value != one)
    sizes = f"{name} prints {_bytes(one)}, {other_name} {_bytes(other)}"
    lines = zip_longest(one.head.splitlines(), other.head.splitlines(), fillvalue="")
    for number, (mine, theirs) in enumerate(lines, 1):
        if mine != theirs:
            return f"line {number} is {_quoted(mine)} from {name}, {_quoted(theirs)} from {other_name} ({sizes})"
    return f"{sizes}; their first lines are alike"


def _exits(records: Sequence[Record], family: Family) -> tuple[str, bool]:
    """Exit statuses and signals of all trials, and whether there is but one."""
    found: dict[str, set[str]] = {name: set() for name in family.variants}
    for record in records:
        if isinstance(record, TrialRecord) and record.family == family.name and record.variant in found:
            found[record.variant].add(_how_it_ended(record))
    endings = set().union(*found.values())
    if len(endings) == 1:
        return f"{endings.pop()} {'both' if len(found) == 2 else 'all'}", True
    return "; ".join(f"{name}: {' or '.join(sorted(ends))}" for name, ends in found.items() if ends), False


def _how_it_ended(record: TrialRecord) -> str:
    if record.outcome == "timed out":
        return "timed out"
    return f"signal {record.signal}" if record.signal else f"exit {record.exit_code}"


def _quoted(line: str) -> str:
    return f'"{line[:SHOWN]}..."' if len(line) > SHOWN else f'"{line}"'


def _bytes(output: Output) -> str:
    return plural(output.bytes, "byte") if output.bytes < 1000 else f"{count_text(output.bytes)} bytes"
