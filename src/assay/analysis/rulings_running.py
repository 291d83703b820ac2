"""Rules about how variants ran: on kernel threads of their own, and parallel or not."""

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase

from assay.analysis.interval_reading import NOT_TESTABLE, of_all
from assay.analysis.model import Concurrency, Findings
from assay.analysis.ruled import Ruled
from assay.study.claim_model import KernelThreadsHere, NotParallelHere
from assay.units import plural

WORKERS = re.compile(r"workers=(\d+)")


def kernel_threads(rule: KernelThreadsHere, findings: Findings) -> Ruled | None:
    """Holds where every variant ran on exactly one kernel thread a worker, besides that of its caller.

    Where fewer are claimed: holds where every variant had fewer, does not hold where one had as many.
    """
    seen = [found for found in findings.concurrency if fnmatchcase(found.variant, rule.variant)]
    if not seen:
        return None
    extra = [found.kernel_threads - 1 - _workers(found) for found in seen]
    known = all(found.kernel_threads > 0 and _workers(found) for found in seen)
    ruling = _read_extra(rule, extra) if known else "cannot tell"
    pairs = sorted({(_workers(one), one.kernel_threads - 1) for one in seen})
    counts = ", ".join(f"{threads} for {plural(workers, 'worker')}" for workers, threads in pairs)
    words = f"kernel threads besides the caller's: {counts}"
    caveats = ("more kernel threads than workers: a runtime's own cannot be told apart",) if max(extra) > 0 else ()
    return Ruled(ruling, measured=words, caveats=caveats)


def _read_extra(rule: KernelThreadsHere, extra: Sequence[int]) -> str:
    """Kernel threads beyond one a worker: a runtime's own threads may be among them, so more than none cannot tell."""
    if max(extra) > 0:
        return "cannot tell"
    fewer = "holds" if max(extra) < 0 else "does not hold"
    return fewer if rule.fewer else "holds" if min(extra) == 0 else "does not hold"


def not_parallel(rule: NotParallelHere, findings: Findings) -> Ruled | None:
    """Holds where workers overlap and have too little CPU time for parallel; not where they are parallel."""
    meant = (found for found in findings.concurrency if fnmatchcase(found.variant, rule.variant))
    seen = [found for found in meant if found.word != "serial"]
    if not seen:
        return None
    ruling = of_all([_read_word(found, findings.machine.cpus) for found in seen])
    words = "; ".join(f"{found.variant}: {_word_words(found)}" for found in seen)
    return Ruled(ruling, seen[0].cpu_per_wall, measured=words)


def _read_word(found: Concurrency, cpus: int) -> str:
    if cpus == 1:
        return NOT_TESTABLE
    if found.word == "parallel":
        return "does not hold"
    return "holds" if found.word == "concurrent" and found.cpu_per_wall is not None else "cannot tell"


def _word_words(found: Concurrency) -> str:
    overlap = "unknown" if found.overlap is None else f"{found.overlap:.2f}"
    cpu = "unknown" if found.cpu_per_wall is None else f"{found.cpu_per_wall:.2f} of wall time"
    return f"overlap {overlap}, CPU time {cpu}"


def _workers(found: Concurrency) -> int:
    match = WORKERS.search(found.variant)
    return int(match[1]) if match else 0
