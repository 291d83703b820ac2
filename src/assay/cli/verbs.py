"""The one table of what `assay` can do; the help, the completion and the checks read it.

A verb's module is imported only when that verb is called: `assay --help` must cost nothing.
"""

from typing import NamedTuple


class Verb(NamedTuple):
    """A word on the command line."""

    home: str  # module:command
    help: str  # one line


VERBS = {
    "compare": Verb("assay.cli.compare:compare", "Which of these commands takes less time, and how sure is that?"),
    "run": Verb("assay.cli.run:run", "Run a study: measure, and rule on its claims."),
    "plan": Verb("assay.cli.plan:plan", "Show what a study would run and how long it would take; measures nothing."),
    "list": Verb("assay.cli.listing:listing", "Studies, workloads and probes, and what is installed for them."),
    "new": Verb("assay.cli.new:new", "Begin a workload of your own: a folder that compiles, runs and passes."),
    "report": Verb("assay.cli.report:report", "Show runs again, one or several; put them into files."),
    "doctor": Verb("assay.cli.doctor:doctor", "What this machine can and cannot answer, and what to change."),
}
