"""The house keeps its own rules: docstrings, names, labels, sizes (printed, not argued), complete tables."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "assay"
MODULES = sorted(PACKAGE.rglob("*.py"))
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}

# Where the product is; what lies elsewhere in a checkout (runs, build folders, .venv) is not ours to judge.
FOLDERS = ["src", "tests", "launcher", "include", "probes", "workloads", "studies", "templates", "docs", "scripts"]
FOLDERS += ["benchmarks", "examples", ".ci"]
SUFFIXES = {".py", ".md", ".toml", ".csv", ".c", ".h", ".cpp", ".hpp", ".sh", ".txt", ".json", ".jsonl", ""}

# Labels of the papers Assay grew from, of their authors' work lists, and places of one machine.
# The patterns are written so that they do not match themselves.
FORBIDDEN_LABELS = {
    r"\b00[0-4]-\d{1,2}\b": "a source is its author and year, a claim is count-2",
    r"\bAB-\d": "a measurement has a name",
    r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b": "unfinished work belongs in the tracker",
    r"(?<![\w.])/(work|root|farm)/": "a path of one machine",
    r"https?://(?!pypi\.org)[\w.]*(pypi|npmjs|crates|artifact|nexus)[\w.]*/": "a package registry's host",
}


def product_files() -> Iterator[Path]:
    yield from sorted(path for path in ROOT.iterdir() if path.is_file() and path.suffix in SUFFIXES)
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix in SUFFIXES and "__pycache__" not in path.parts:
                yield path


def forbidden_labels(text: str) -> list[str]:
    found = []
    for pattern, why in FORBIDDEN_LABELS.items():
        found += [f"{match[0]!r}: {why}" for match in re.finditer(pattern, text)]
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_module_says_what_it_does(path):
    docstring = ast.get_docstring(ast.parse(path.read_text()))
    assert docstring, f"{path}: expected a module docstring"
    assert docstring.splitlines()[0].rstrip().endswith((".", ":", "?")) or "\n" in docstring


def test_no_module_has_a_name_that_invites_everything():
    paths = [*MODULES, *(ROOT / "tests").rglob("*.py"), *(ROOT / "scripts").rglob("*.py")]
    assert [str(path) for path in paths if path.stem.removeprefix("test_") in FORBIDDEN_NAMES] == []


@pytest.mark.parametrize("path", list(product_files()), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_carries_a_label_or_a_path_from_elsewhere(path):
    try:
        text = path.read_text()
    except UnicodeDecodeError:
        pytest.fail(f"{path}: expected text")
    assert forbidden_labels(text) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("see 00" + "2-4 for this", 1),
        ("step A" + "B-3", 1),
        ("# TO" + "DO later", 1),
        ("cd /ro" + "ot/x", 1),
        ("2002-11-21 and 1000-1", 0),
        ("https://pypi.org/simple", 0),
        ("/home/someone/work/x", 0),
    ],
)
def test_the_label_check_finds_what_it_is_given(text, count):
    assert len(forbidden_labels(text)) == count


def functions(path: Path) -> Iterator[tuple[str, int, int]]:
    """Name, lines without the docstring, and parameters of every function of a file."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[1] if ast.get_docstring(node) and len(node.body) > 1 else node.body[0]
            count = len(node.args.args) + len(node.args.kwonlyargs)
            yield node.name, (node.end_lineno or 0) - first.lineno + 1, count


def test_sizes_are_printed_for_those_who_would_talk_about_them(record_property):
    long_files, long_functions, many_parameters = [], [], []
    for path in MODULES:
        name = path.relative_to(PACKAGE)
        lines = len(path.read_text().splitlines())
        if lines > 400:
            long_files.append(f"{name}: {lines} lines")
        for function, length, parameters in functions(path):
            if length > 40:
                long_functions.append(f"{name}: {function}: {length} lines")
            if parameters > 6 and "cli" not in path.parts:  # an option table is a table
                many_parameters.append(f"{name}: {function}: {parameters} parameters")
    for line in [*long_files, *long_functions, *many_parameters]:
        record_property("worth a talk", line)  # conftest prints these; they are no failures


# Folder -> the file whose table names every module in it, and the modules that are not of its kind.
TABLES: dict[str, tuple[str, set[str]]] = {
    "tables": ("tables/catalogue.py", {"model", "columns", "metrics", "frame"}),  # what every table is made with
    "stats": ("stats/table.py", {"interval"}),  # the noun that intervals are given back in
    "run/facts": (
        "run/facts/__init__.py",
        {"now", "strain", "clocks", "text"},
    ),  # what changes by itself; how facts are read
    "charts": (
        "charts/catalogue.py",  # besides kinds of charts: the noun, how it is drawn, and parts that kinds share
        {"model", "theme", "draw", "axes", "marks", "said", "asked", "ratio_rows"}
        | {"trial_values", "trial_dots", "trial_strips", "shape"},
    ),
    "cli": (
        "cli/verbs.py",
        {"main", "mistakes", "bench", "screen", "show", "words", "exporting", "page"},
    ),  # what verbs share
}


def missing_rows(folder: Path, table: Path, others: set[str]) -> list[str]:
    """The modules of a folder that its table does not name."""
    text = table.read_text()
    modules = {path.stem for path in folder.glob("*.py")} - others - {"__init__", table.stem}
    return sorted(module for module in modules if not re.search(rf"\b{module}\b", text))


@pytest.mark.parametrize("folder", TABLES)
def test_a_table_names_every_file_of_its_folder(folder):
    table, others = TABLES[folder]
    assert missing_rows(PACKAGE / folder, PACKAGE / table, others) == []


def test_the_table_check_finds_a_missing_row(tmp_path):
    for name in ("table", "one", "two"):
        (tmp_path / f"{name}.py").write_text("from x import one\n")
    assert missing_rows(tmp_path, tmp_path / "table.py", set()) == ["two"]


@pytest.mark.parametrize(("folder", "declared"), [("probes", "probe.toml"), ("workloads", "workload.toml")])
def test_every_folder_of_a_kind_declares_itself_by_its_own_name(folder, declared):
    homes = [path for path in (ROOT / folder).iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert homes
    for home in homes:
        assert tomllib.loads((home / declared).read_text())["name"] == home.name


@pytest.mark.parametrize("home", sorted((ROOT / "studies").iterdir()), ids=lambda path: path.name)
def test_every_study_has_a_study_file_that_is_toml(home):
    assert tomllib.loads((home / "study.toml").read_text())["title"]
