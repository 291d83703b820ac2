"""A run goes on with what it began with: another compiler, or another text of a work, is refused with its name."""

from pathlib import Path

import pytest
from msgspec import structs

from assay import __version__
from assay.campaign.continuing import check_unchanged
from assay.errors import StoreError
from assay.store.records import Toolchain
from tests.analysis.made_records import made_family, made_header

GCC = Toolchain("gcc", "12.2.0", flags=("-O2",), sources={"count": "aa"})


def go_on_with(tool):
    header = structs.replace(made_header(made_family("old", "new")), toolchains={"c/O2": GCC}, assay=__version__)
    check_unchanged(Path("runs/one"), header, header.machine, {"c/O2": tool}, simulated=header.simulated)


def test_the_same_compiler_and_text_go_on():
    go_on_with(GCC)


@pytest.mark.parametrize(
    ("changes", "fact"),
    [
        ({"version": "13.1.0"}, r"c/O2 was 12\.2\.0 -O2, is 13\.1\.0 -O2"),
        ({"flags": ("-O3",)}, r"c/O2 was 12\.2\.0 -O2, is 12\.2\.0 -O3"),
        ({"sources": {"count": "bb"}}, "source of count in c/O2 was aa, is bb"),
        ({"sources": {}}, "source of count in c/O2 was aa, is unknown"),
    ],
)
def test_another_one_is_refused_in_one_sentence(changes, fact):
    with pytest.raises(StoreError, match=rf"^runs/one: .* found another: {fact}; resume it where it began"):
        go_on_with(structs.replace(GCC, **changes))
