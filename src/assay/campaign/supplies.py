"""What a plan's variants are executed with: found and built, or named as absent with the remedy."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from assay.catalogue import Catalogue
from assay.plan.model import Plan, ProbeWork, Variant
from assay.run.execute import Command
from assay.run.session import Session
from assay.store.records import Toolchain
from assay.toolchain import Command as BuiltCommand
from assay.toolchain import probe_words, resolve


class Absent(Struct, frozen=True):
    """A variant that cannot be executed here."""

    variant: str
    kind: str  # missing | failed
    reason: str
    remedy: str


class Supplies(Struct, frozen=True):
    """A command for each variant that has one, and why the others have none."""

    commands: Mapping[str, Command]
    toolchains: Mapping[str, Toolchain]
    absent: tuple[Absent, ...] = ()


def supplies_for(plan: Plan, catalogue: Catalogue, announce: Callable[[str], None], *, simulated: bool) -> Supplies:
    """Find and build what the plan needs; a simulated run needs nothing."""
    if simulated:
        return Supplies({variant.name: _pretended(variant) for variant in plan.variants}, {})
    resolved = resolve(plan.variants, catalogue, announce)
    missing = [Absent(one.variant, "missing", one.reason, one.remedy) for one in resolved.missing]
    failed = [
        Absent(one.variant, "failed", f"does not compile: {one.problem.reason}", "mend the source, or leave it out")
        for one in resolved.failures
    ]
    return Supplies(resolved.commands, resolved.toolchains, (*missing, *failed))


def note_absent(session: Session, supplies: Supplies) -> None:
    """Keep in the record what could not run, and say each reason once."""
    for absent in supplies.absent:
        session.note("skipped", variant=absent.variant, kind=absent.kind, reason=absent.reason, remedy=absent.remedy)
    for reason, remedy in dict.fromkeys((absent.reason, absent.remedy) for absent in supplies.absent):
        session.listener.say(f"left out: {reason}; {remedy}")


def _pretended(variant: Variant) -> Command:
    work = variant.work
    return BuiltCommand(("simulated", *probe_words(work)) if isinstance(work, ProbeWork) else work.argv)
