"""What is wrong with a conversation: a value for those who read it, raised by those who find it."""

from msgspec import Struct

from assay.store.records import ProbeReport


class Fault(Struct, frozen=True):
    """A conversation that cannot be used, as a trial's outcome."""

    outcome: str  # bad output | wrong answer | refused
    reason: str
    report: ProbeReport | None = None  # what it said, where only the answer is wrong


class Unusable(Exception):
    """Leaves the reading at the first fault."""

    def __init__(self, reason: str, outcome: str = "bad output") -> None:
        super().__init__(reason)
        self.fault = Fault(outcome, reason)
