"""What redaction does to every text of a record, and why: the whole of it, a row a text.

A record that gains a text is not given away before it has a row here; a test sees to that.
"""

from msgspec import Struct

STAYS, SHORTENED, LABELLED, GONE = "stays", "shortened", "labelled", "gone"


class Fate(Struct, frozen=True):
    """What becomes of one text."""

    what: str  # stays | shortened | labelled | gone
    why: str


OURS = Fate(STAYS, "a word of Assay's own")
OF_STUDY = Fate(STAYS, "the study's own words are what the report is about")
NAME = Fate(LABELLED, 'a command is called "command 1", wherever it is named')
NO_PATHS = Fate(SHORTENED, "Assay's own sentence, without paths")

FATES: dict[str, Fate] = {
    "Header.assay": OURS,
    "Header.created": Fate(SHORTENED, "the day stays; the hour says when somebody was at work"),
    "Header.study_text": Fate(SHORTENED, "without comments; of `assay compare` only labels are left"),
    "Header.study_sha256": Fate(LABELLED, "of the text that is left: a hash of the other would confirm a guess"),
    "Header.files": Fate(SHORTENED, "claims without comments; published tables stay"),
    "Header.machine": Fate(
        SHORTENED,
        "facts on Assay's list stay, the CPU's name among them, as figures need them; "
        "of the kernel its version, as a build's full name may be a provider's own",
    ),
    "Header.toolchains": NAME,
    "Header.invocation": Fate(GONE, "it holds commands and paths; the line that repeats it is made from the plan"),
    "Toolchain.name": Fate(LABELLED, "compilers and runtimes stay; a command's file is called after its label"),
    "Toolchain.version": Fate(LABELLED, "versions stay; the hash of a command's file would tell which program it is"),
    "Toolchain.path": Fate(GONE, "a path holds names of users"),
    "Toolchain.flags": Fate(SHORTENED, "without paths"),
    "Toolchain.sources": Fate(STAYS, "digests of what works were built from: runs of two texts must not be mixed"),
    "Plan.study": OF_STUDY,
    "Plan.mode": OURS,
    "Plan.units": OF_STUDY,
    "Variant.name": NAME,
    "Variant.label": NAME,
    "Variant.factors": NAME,
    "CommandWork.text": Fate(LABELLED, "the command as it was typed"),
    "CommandWork.argv": Fate(LABELLED, "its words"),
    "ProbeWork.probe": OF_STUDY,
    "ProbeWork.workload": OF_STUDY,
    "ProbeWork.model": OURS,
    "ProbeWork.implementation": OF_STUDY,
    "ProbeWork.build": OF_STUDY,
    "ProbeWork.arguments": OF_STUDY,
    "ProbeWork.runtime": OF_STUDY,
    "ProbeWork.settings": OF_STUDY,
    "ProbeWork.scaled": OF_STUDY,
    "Family.name": OF_STUDY,
    "Family.question": OF_STUDY,
    "Family.variants": NAME,
    "Family.kind": OURS,
    "Family.caveats": NO_PATHS,
    "Pair.baseline": NAME,
    "Pair.candidate": NAME,
    "Pair.metric": OURS,
    "Pair.role": OURS,
    "Refusal.variant": NAME,
    "Refusal.reason": NO_PATHS,
    "Refusal.remedy": NO_PATHS,
    "TrialRecord.family": OF_STUDY,
    "TrialRecord.variant": NAME,
    "TrialRecord.purpose": OURS,
    "TrialRecord.outcome": OURS,
    "TrialRecord.reason": Fate(GONE, "it may quote what a program printed; the outcome stays"),
    "ProbeReport.runtime": Fate(STAYS, "which runtime it was"),
    "ProbeReport.version": Fate(STAYS, "which version of it"),
    "ProbeReport.clock": OURS,
    "ProbeReport.answer_expected": Fate(GONE, "what a program computed"),
    "ProbeReport.answer_found": Fate(GONE, "what a program computed"),
    "ProbeReport.flags": Fate(SHORTENED, "without paths"),
    "Output.sha256": Fate(LABELLED, "a hash of what was printed would confirm a guess; whether two are alike stays"),
    "Output.head": Fate(LABELLED, 'what was printed; a line is called "text 1", so that it shows where two differ'),
    "TreeMemory.method": OURS,
    "Note.topic": OURS,
    "Note.values": Fate(SHORTENED, "variants by their labels, reasons without paths, no path of a study file"),
    "Note.text": NO_PATHS,
}
"""Every text in a record, and what becomes of it. Besides, a trial's start is counted from the first one's."""

KEPT_FACTS = (
    *("cpu_model", "cpus_online", "cpus_allowed", "threads_per_core", "hyper_threading", "core_types", "sockets"),
    *("memory_nodes", "governor", "boost", "architecture", "kernel", "clocksource", "transparent_huge_pages"),
    *("address_randomisation", "virtual_machine", "container", "windows_subsystem", "control_groups"),
    *("group_controllers", "memory", "swap", "cpu_quota", "memory_limit", "memory_accounting"),
    *("perf_event_paranoid", "hardware_counters", "software_counters"),
)
"""Facts of a machine that stay; one that nobody has thought about goes."""
KEPT_VALUES = ("family", "rounds", "timeout_s", "kind", "work", "parameter", "value", "unit_ns", "expected")
"""Of a note, as they are; variants, reasons and remedies are changed, and all others go."""
