"""Every condition of a machine that `assay doctor` looks at: what was seen, which questions it matters for, what to do.

One judge a condition, in three files by where it comes from; to add one, write the judge and add it to `CONDITIONS`.
"""

from collections.abc import Callable

from assay.analysis import conditions_around as around
from assay.analysis import conditions_cpus as processors
from assay.analysis import conditions_now as now
from assay.analysis.examined import MIND, Condition, Machine

CONDITIONS: tuple[Callable[[Machine], Condition], ...] = (
    processors.cpus,
    around.quota,
    processors.shared_cores,
    processors.core_types,
    processors.sockets,
    processors.clock_speed,
    processors.clock,
    now.heat,
    now.power,
    around.virtual_machine,
    around.windows_subsystem,
    around.container,
    around.control_groups,
    around.memory,
    now.swap,
    around.huge_pages,
    around.address_randomisation,
    around.counters,
    now.load,
    now.waiting,
)
"""In the order in which they are shown."""


def conditions(machine: Machine) -> tuple[Condition, ...]:
    """Each condition, as it stands."""
    return tuple(judge(machine) for judge in CONDITIONS)


def doubts(machine: Machine, question: str) -> list[Condition]:
    """The conditions that weaken the answers to a kind of question."""
    return [one for one in conditions(machine) if one.doubt and one.state == MIND and question in one.matters_for]
