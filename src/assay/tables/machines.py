"""The machines: what each is, and what it did during its run."""

from collections.abc import Callable, Iterator

from assay.analysis.several import MachineRun, Several
from assay.tables.columns import field, joined, table_of
from assay.tables.model import Table


def _fact(name: str) -> Callable[[MachineRun], str | None]:
    return lambda run: run.header.machine.get(name)


def _whole(name: str) -> Callable[[MachineRun], int | None]:
    return lambda run: int(text) if (text := run.header.machine.get(name, "")).isdecimal() else None


FIELDS = (
    field("study", "text", "what was run", of="header.plan.study"),
    field("mode", "text", "full or quick", of="header.plan.mode"),
    field("simulated", "yes_no", "whether times were drawn from a law instead of measured", of="header.simulated"),
    field("finished", "yes_no", "whether every family came to its last planned look", of="findings.finished"),
    field("created", "text", "when the run began: ISO 8601, UTC", of="header.created"),
    field("assay", "text", "version of Assay that measured", of="header.assay"),
    field("seed", "integer", "that all orders were drawn from", of="header.plan.seed"),
    field("rounds", "integer", "most complete rounds of any family", of="findings.rounds"),
    field("seconds", "number", "time that the timed trials took", "s", "findings.seconds"),
    field("cpu_model", "text", "as the machine names it", of=_fact("cpu_model")),
    field("cpus_online", "integer", "CPUs that are switched on", of=_whole("cpus_online")),
    field("cpus_allowed", "integer", "CPUs that trials could use", of=_whole("cpus_allowed")),
    field("kernel", "text", "operating system and version", of=_fact("kernel")),
    field("memory", "text", "size of main memory", of=_fact("memory")),
    field("virtual_machine", "text", "whether a hypervisor lies below", of=_fact("virtual_machine")),
    field("container", "text", "which kind of container it ran in", of=_fact("container")),
    field(
        "steal_share",
        "number",
        "share of the CPU time that the hypervisor took; unknown where too coarse",
        "share",
        "findings.machine.steal_share",
    ),
    field("foreign_share", "number", "share that other processes took", "share", "findings.machine.foreign_share"),
    field("floor", "number", "smallest relative difference this run could see", "share", "findings.machine.floor"),
    field(
        "facts",
        "text",
        "all facts of the machine, as name: value",
        of=lambda run: joined(f"{key}: {value}" for key, value in run.header.machine.items()),
    ),
    field(
        "toolchains",
        "text",
        "what built or ran the probes, with its version",
        of=lambda run: joined(f"{key}: {one.name} {one.version}" for key, one in run.header.toolchains.items()),
    ),
    field("caveats", "text", "doubts about the whole run, joined by '; '", of=lambda run: joined(run.findings.caveats)),
)


def machines(several: Several) -> Table:
    """A row a run: each was made on one machine."""
    return table_of("machines", "a run, with the machine it was made on", several, _itself, FIELDS)


def _itself(run: MachineRun) -> Iterator[MachineRun]:
    yield run
