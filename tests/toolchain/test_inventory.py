"""What is there of every language, and which of its implementations and runtimes are not."""

import msgspec
import pytest

from assay.catalogue import Implementation, LibraryNeed, load_catalogue
from assay.toolchain import Absent, Tool, inventory
from assay.toolchain.inventory import standing

ABSENT = LibraryNeed("magic", ("{own}", "-S", "-E", "-c", "raise SystemExit(1)"), "cast a spell")
ONLY_OWN = LibraryNeed("one runtime", ("sh", "-c", 'test "{runtime}" = "{own}"'), "none")


@pytest.fixture
def python():
    return load_catalogue().probes["python"]


def test_every_probe_that_users_see_is_looked_at():
    catalogue = load_catalogue()
    found = inventory(catalogue)
    assert set(found) == {name for name, probe in catalogue.probes.items() if not probe.hidden}
    assert all(isinstance(one.tool, Tool | Absent) for one in found.values())


def test_an_implementation_without_its_library_is_lacking_and_the_others_are_not(python):
    probe = msgspec.structs.replace(python, implementations={"fork": Implementation(needs=ABSENT)})
    found = standing(probe)
    assert set(found.lacking) == {"fork"}
    assert found.lacking["fork"].remedy == "cast a spell"


def test_what_one_runtime_offers_is_not_lacking(python):
    probe = msgspec.structs.replace(python, implementations={"fork": Implementation(needs=ONLY_OWN)})
    assert standing(probe).lacking == {}


def test_without_its_compiler_nothing_else_is_asked_of_a_language(python):
    need = msgspec.structs.replace(python.toolchain, candidates=("no-such-program",))
    found = standing(msgspec.structs.replace(python, toolchain=need, runtimes={}))
    assert isinstance(found.tool, Absent)
    assert (found.runtimes, found.lacking) == ({}, {})
