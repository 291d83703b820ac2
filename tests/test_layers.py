"""Data flows one way: a stage imports only stages below it, and run and analysis never meet.

Besides the arrow, three monopolies: only `cli` prints or exits, only `stats` imports SciPy, only `run` and `toolchain`
start processes.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "assay"
LAYERS = [
    {"errors", "units"},
    {"wording"},
    {"stats"},
    {"catalogue"},
    {"study"},
    {"plan"},
    {"store"},
    {"toolchain", "run", "analysis"},
    {"tables"},
    {"charts"},
    {"report"},
    {"page", "workbook"},
    {"export"},
    {"campaign", "reading"},
    {"cli"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
PRINTERS = {"cli"}
SCIPY_USERS = {"stats"}
STARTERS = {"run", "toolchain"}
STARTING_MODULES = {"subprocess", "multiprocessing", "pty"}
STARTING_OS_CALLS = {"system", "popen", "fork", "forkpty", "posix_spawn", "posix_spawnp"}


def stage_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def sources() -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path.parent != PACKAGE or not path.name.startswith("__")]


def imported(tree: ast.AST) -> Iterator[str]:
    """Full dotted names of everything imported, also inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: expected an absolute import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def called(tree: ast.AST) -> Iterator[str]:
    """Dotted names of everything called, as written."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


def arrow_breaks(stage: str, source: str) -> list[str]:
    """The stages this source imports although they are not below its own."""
    stages = {name.split(".")[1] for name in imported(ast.parse(source)) if name.startswith("assay.")}
    known = {other for other in stages - {stage} if other in LEVEL}
    return sorted(other for other in known if LEVEL[other] >= LEVEL[stage])


def monopoly_breaks(stage: str, source: str) -> list[str]:
    """What this source does although only other stages may."""
    tree = ast.parse(source)
    roots = {name.split(".")[0] for name in imported(tree)}
    calls = set(called(tree))
    breaks = []
    if stage not in PRINTERS:
        breaks += sorted(calls & {"print", "exit", "quit", "sys.exit", "os._exit", "click.echo", "rich.print"})
    if stage not in SCIPY_USERS:
        breaks += sorted(roots & {"scipy"})
    if stage not in STARTERS:
        breaks += sorted(roots & STARTING_MODULES)
        breaks += sorted(f"os.{call}" for call in STARTING_OS_CALLS if f"os.{call}" in calls)
    return breaks


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_module_belongs_to_a_layer_and_imports_only_lower_ones(path):
    stage = stage_of(path)
    assert stage in LEVEL, f"{path}: expected one of {sorted(LEVEL)}"
    assert arrow_breaks(stage, path.read_text()) == []


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_cli_prints_only_stats_imports_scipy_only_run_and_toolchain_start_processes(path):
    assert monopoly_breaks(stage_of(path), path.read_text()) == []


@pytest.mark.parametrize(
    ("stage", "source", "found"),
    [
        ("plan", "from assay.run import execute", ["run"]),
        ("analysis", "import assay.run.request", ["run"]),
        ("run", "def late():\n    from assay.analysis.model import Findings", ["analysis"]),
        ("stats", "import assay.catalogue", ["catalogue"]),
        ("store", "from assay.plan.model import Plan\nfrom assay.errors import StoreError", []),
        ("report", "from assay.report.terminal import render\nfrom assay import wording", []),
    ],
)
def test_the_arrow_check_finds_what_it_is_given(stage, source, found):
    assert arrow_breaks(stage, source) == found


@pytest.mark.parametrize(
    ("stage", "source", "found"),
    [
        ("report", "print('x')", ["print"]),
        ("analysis", "import sys\nsys.exit(1)", ["sys.exit"]),
        ("analysis", "from scipy import stats", ["scipy"]),
        ("plan", "from subprocess import run", ["subprocess"]),
        ("store", "import os\nos.fork()", ["os.fork"]),
        ("cli", "import click\nclick.echo('x')", []),
        ("stats", "import scipy.special", []),
        ("toolchain", "import subprocess", []),
    ],
)
def test_the_monopoly_check_finds_what_it_is_given(stage, source, found):
    assert monopoly_breaks(stage, source) == found


def test_a_relative_import_is_refused():
    with pytest.raises(AssertionError, match="absolute"):
        list(imported(ast.parse("from . import model")))
