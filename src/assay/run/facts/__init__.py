"""What may be known of a machine: an allow-list of facts, none of which names the host or a user.

A fact is stable while the machine is: a resumed run compares all of them. What the machine does right now (load,
steal) is in now.py. To add a fact, add a function to the file it belongs to and a row to `FACTS`.
"""

from collections.abc import Callable
from pathlib import Path

from assay.run.facts import counters, cpus, groups, kernel, limits

Read = Callable[[Path], str]
"""Reads one fact below a root folder ("/" on the real machine); "" where the machine does not say."""

FACTS: dict[str, Read] = {
    "cpu_model": cpus.model,
    "cpus_online": cpus.online,
    "cpus_allowed": cpus.allowed,
    "threads_per_core": cpus.threads_per_core,
    "hyper_threading": cpus.hyper_threading,
    "core_types": cpus.core_types,
    "sockets": cpus.sockets,
    "memory_nodes": cpus.memory_nodes,
    "governor": cpus.governor,
    "boost": cpus.boost,
    "architecture": kernel.architecture,
    "kernel": kernel.release,
    "clocksource": kernel.clocksource,
    "transparent_huge_pages": kernel.transparent_huge_pages,
    "address_randomisation": kernel.address_randomisation,
    "virtual_machine": kernel.virtual_machine,
    "container": kernel.container,
    "windows_subsystem": kernel.windows_subsystem,
    "control_groups": groups.versions,
    "group_controllers": groups.controllers,
    "memory": limits.memory,
    "swap": limits.swap,
    "cpu_quota": limits.cpu_quota,
    "memory_limit": limits.memory_limit,
    "memory_accounting": limits.memory_accounting,
    "perf_event_paranoid": counters.perf_event_paranoid,
    "hardware_counters": counters.hardware_counters,
    "software_counters": counters.software_counters,
}
"""Every fact that may be stored, by name."""


def machine_facts(root: Path = Path("/")) -> dict[str, str]:
    """All facts this machine tells, by name; those it does not tell are left out."""
    told = {name: read(root) for name, read in FACTS.items()}
    return {name: fact for name, fact in told.items() if fact}
