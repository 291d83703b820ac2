"""How variants ran: at once or in turns, on how many kernel threads, and who waited for whom."""

from assay.analysis.several import Several
from assay.tables.columns import caveats_field, estimate_fields, field, table_of
from assay.tables.model import Table

CONCURRENCY = (
    field("variant", "text", "which variant"),
    field("word", "text", "parallel, concurrent, serial or not shown"),
    field(
        "overlap",
        "number",
        "share of the longest task's time in which all were under way; unknown where not stamped",
        "share",
    ),
    field("cpu_per_wall", "number", "CPUs in use on average: CPU time / wall time of the work", "ratio"),
    field(
        "alive", "number", "tasks of unequal length: how many were under way on average; unknown where all are alike"
    ),
    field(
        "fairness",
        "number",
        "Jain's index of the units each worker did: 1 = alike, 1/n = one of n did everything",
        "ratio",
    ),
    field("kernel_threads", "integer", "most kernel threads that did work in a trial"),
    field("units", "integer", "units of work of an iteration, median"),
    caveats_field(),
)

THREADS = (
    field("family", "text", "the observation it was counted in"),
    field("variant", "text", "which variant"),
    field("model", "text", "how its tasks are executed"),
    field("workers", "integer", "in flight at once"),
    field("fewest", "integer", "distinct kernel threads, or processes, that did the work: fewest of any trial"),
    field("most", "integer", "the same, most of any trial"),
    field(
        "process_threads",
        "integer",
        "kernel threads of the whole process, a runtime's own among them; unknown where not counted",
    ),
    field("mapping", "text", "1:1, N:1, N:M, a process each, or not told apart", of="word"),
    field("why", "text", "why it could not be told"),
)

RESPONSES = (
    field("family", "text", "the variants that ran this batch"),
    field("variant", "text", "which variant"),
    *estimate_fields("mean", "mean over tasks of end / own length, median over rounds"),
    *estimate_fields("worst", "largest of them, median over rounds"),
    *estimate_fields("elapsed_ns", "time of the whole batch, median over rounds", "ns", "elapsed"),
    *estimate_fields("elapsed_ratio", "time of the batch / that of the family's first variant; unknown for that one"),
    field("turns", "number", "mean response in theory if all tasks take turns on the CPUs", "ratio"),
    field("queue", "number", "mean response in theory if each keeps a CPU to its end and the others wait", "ratio"),
    field("near", "text", "turns, queue, neither or not told apart; empty where theory has nothing to say"),
    caveats_field(),
)


def concurrency(several: Several) -> Table:
    """A row a variant of a probe."""
    meaning = "what may be said of how a variant ran"
    return table_of("concurrency", meaning, several, lambda run: run.findings.concurrency, CONCURRENCY)


def threads(several: Several) -> Table:
    """A row a variant whose workers were counted while all of them were there."""
    meaning = "how the workers of a variant lay on kernel threads"
    return table_of("threads", meaning, several, lambda run: run.findings.threads, THREADS)


def responses(several: Several) -> Table:
    """A row a variant of a response family."""
    meaning = "how long the tasks of a batch took to come back, in their own lengths"
    return table_of("responses", meaning, several, lambda run: run.findings.responses, RESPONSES)
