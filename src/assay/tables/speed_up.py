"""What workers gave: speed-up = scaling / extra work, and how far each variant scales."""

from assay.analysis.several import Several
from assay.tables.columns import caveats_field, estimate_fields, field, table_of
from assay.tables.model import Table

SPLITS = (
    field("family", "text", "whose rounds it comes from"),
    field("name", "text", "how reports call it"),
    field("variant", "text", "the concurrent variant"),
    field("serial", "text", "the same step, serially"),
    field("workers", "integer", "how many tasks may be in flight"),
    *estimate_fields(
        "speed_up",
        "serial time of the first step / concurrent time of this one; a ratio of times where the gate did not pass",
    ),
    *estimate_fields("scaling", "serial time / concurrent time of this step"),
    *estimate_fields("extra_work", "serial time of this step / that of the first one"),
    field("level", "number", "level of the three intervals", "share", "speed_up.level"),
    field(
        "gate_passed",
        "yes_no",
        "whether one worker was shown to do the same work as serial; else nothing is called a speed-up",
    ),
    field("rounds_used", "integer", "quiet rounds it rests on"),
    field("rounds_left_out", "integer", "rounds with too much steal or foreign CPU"),
    caveats_field(),
)

SCALING = (
    field("family", "text", "the variants measured together"),
    field("variant", "text", "the one with workers"),
    field("serial", "text", "the same work, serially"),
    field("workers", "integer", "how many tasks may be in flight"),
    field("cpus", "integer", "how many of its workers could have a CPU"),
    *estimate_fields("scaling", "serial time / time with workers, per unit of work"),
    *estimate_fields("efficiency", "scaling / cpus", "share"),
    *estimate_fields(
        "ceiling", "scaling of a loop in registers, in C, in the same rounds; unknown where there was none"
    ),
    *estimate_fields("of_ceiling", "scaling / ceiling, round by round", "share"),
    *estimate_fields("karp_flatt", "the serial share that this scaling amounts to; unknown below two CPUs", "share"),
    field("level", "number", "level of the interval of scaling", "share", "scaling.level"),
    field("word", "text", "parallel, concurrent, serial or not shown; empty where no probe told"),
    field("gate_passed", "yes_no", "whether one worker was shown to do the same work as serial"),
    field(
        "throughput",
        "number",
        "units of work a second, median over rounds; unknown where units were not counted",
        "1/s",
    ),
    field("rounds_used", "integer", "quiet rounds it rests on"),
    field("rounds_left_out", "integer", "rounds with too much steal or foreign CPU"),
    caveats_field(),
)


def splits(several: Several) -> Table:
    """A row a step of a ladder with workers, or a variant held against another's work."""
    meaning = "a concurrent variant taken apart: speed-up = scaling / extra work"
    return table_of("splits", meaning, several, lambda run: run.findings.splits, SPLITS)


def scaling(several: Several) -> Table:
    """A row a variant with workers that was held against itself, serially."""
    meaning = "how far a variant's workers carry, beside what the machine can give"
    return table_of("scaling", meaning, several, lambda run: run.findings.scaling, SCALING)
