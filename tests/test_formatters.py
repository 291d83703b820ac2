"""The script that looks after the form of Go and Rust sources finds what is written otherwise, and can mend it."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WRONG = {"go": ("package x\nfunc  a() {}\n", "package x\n\nfunc a() {}\n"), "rs": ("fn  a() {}\n", "fn a() {}\n")}
FORMATTERS = {"go": "gofmt", "rs": "rustfmt"}


@pytest.fixture
def checkout(tmp_path):
    """A checkout with nothing in it but the script."""
    (tmp_path / "scripts").mkdir()
    for folder in ("probes", "workloads", "templates"):
        (tmp_path / folder).mkdir()
    shutil.copy(ROOT / "scripts" / "go_and_rust_format.sh", tmp_path / "scripts")
    shutil.copy(ROOT / "rustfmt.toml", tmp_path)
    return tmp_path


def formatted(checkout, *words):
    return subprocess.run([checkout / "scripts" / "go_and_rust_format.sh", *words], capture_output=True, text=True)


@pytest.mark.parametrize("ending", WRONG)
def test_a_source_in_another_form_is_named_and_mended(checkout, ending):
    if not shutil.which(FORMATTERS[ending]):
        pytest.skip(f"this machine has no {FORMATTERS[ending]}")
    wrong, right = WRONG[ending]
    source = checkout / "probes" / f"a.{ending}"
    source.write_text(wrong)
    said = formatted(checkout)
    assert (said.returncode, f"probes/a.{ending}: expected" in said.stdout) == (1, True)
    assert source.read_text() == wrong
    assert formatted(checkout, "--write").returncode == 0
    assert source.read_text() == right
    assert formatted(checkout).returncode == 0
