"""The documents tell the truth: their commands exist, links lead somewhere, verbs are told of, a word is one thing."""

import ast
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
import pytest

from assay.analysis import model as findings
from assay.cli.main import assay
from assay.cli.verbs import VERBS
from assay.plan import model as plan
from assay.store import records

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
MAKEFILE = (ROOT / "Makefile").read_text()

CONCEPTS = [
    *("study", "workload", "model", "implementation", "runtime", "variant", "family", "round", "trial", "sample"),
    *("record", "run", "outcome", "verdict", "ruling", "caveat", "margin", "floor", "workers", "ladder", "claim"),
    *("factor", "probe", "pilot", "bundle", "iteration", "look", "interval", "estimate", "ratio", "bound", "scaling"),
    "speed-up",
]

# What Assay never says of a difference, and words whose thing has another name here.
FORBIDDEN_PHRASES = [r"% faster", r"% slower", r"\bimprovements?\b", r"\bimproved\b", r"\bthe same speed\b"]
FORBIDDEN_PHRASES += [r"\bsignificant(ly)?\b", r"\btimes faster\b"]
OTHER_WORDS = {
    "degree": "workers",
    "repetition": "round",
    "repetitions": "round",
    "replicate": "round",
    "invocation count": "round",
    "experiment": "study",
    "treatment": "variant",
    "tolerance": "margin",
    "threshold": "margin",
    "warning": "caveat",
}


def shell_lines(text: str) -> Iterator[list[str]]:
    """The commands in a document's sh blocks, as words, without comments and leading sudo."""
    for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words:
                yield words[1:] if words[0] == "sudo" else words


def commands() -> list[tuple[str, list[str]]]:
    return [(path.name, words) for path in DOCUMENTS for words in shell_lines(path.read_text())]


def verb_named(words: list[str]) -> click.Command:
    command = assay.get_command(click.Context(assay), words[1])
    assert command, f"expected one of {', '.join(VERBS)}, found {words[1]}"
    if isinstance(command, click.Group) and len(words) > 2:
        command = command.get_command(click.Context(command), words[2])
        assert command, f"expected a word that {words[1]} knows, found {words[2]}"
    return command


def command_problem(words: list[str]) -> str:
    """What is wrong with a command in a document; "" when nothing is."""
    program = words[0]
    if program == "make":
        missing = [w for w in words[1:] if "=" not in w and not re.search(rf"^{re.escape(w)}:", MAKEFILE, re.MULTILINE)]
        return f"no such target: {missing}" if missing else ""
    if program.startswith("scripts/"):
        return "" if os.access(ROOT / program, os.X_OK) else f"{program} is not an executable file"
    if program == "assay" and len(words) > 1:
        known = {option for parameter in verb_named(words).params for option in parameter.opts}
        unknown = [word for word in words[2:] if word.startswith("--") and word.split("=")[0] not in known]
        return f"no such option: {unknown}" if unknown else ""
    return ""


def test_the_readme_shows_commands():
    assert len(list(shell_lines((ROOT / "README.md").read_text()))) > 5


@pytest.mark.parametrize(
    ("document", "words"), commands(), ids=lambda value: value if isinstance(value, str) else " ".join(value)
)
def test_every_command_in_a_document_exists(document, words):
    assert command_problem(words) == ""


@pytest.mark.parametrize(
    "words", [["make", "nothing"], ["scripts/none.sh"], ["assay", "compare", "--faster"]], ids=" ".join
)
def test_the_command_check_finds_what_it_is_given(words):
    assert command_problem(words)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_told_of_in_a_document(verb):
    assert any(re.search(rf"\bassay {verb}\b", path.read_text()) for path in DOCUMENTS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_helps(verb):
    command = verb_named(["assay", verb])
    text = command.get_help(click.Context(command, info_name=verb))
    assert command.help
    assert "Usage:" in text


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_to_a_file_leads_to_one(path):
    links = re.findall(r"\]\((?!https?://|#)([^)#]+)", path.read_text())
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_every_page_about_adding_something_is_in_the_index():
    index = (ROOT / "CONTRIBUTING.md").read_text()
    assert [page.name for page in (ROOT / "docs" / "adding").iterdir() if f"docs/adding/{page.name}" not in index] == []


@pytest.mark.parametrize("word", CONCEPTS)
def test_every_concept_has_one_meaning(word):
    rows = re.findall(r"^\| ([^|]+) \|", (ROOT / "docs" / "concepts.md").read_text(), re.MULTILINE)
    named = [name.strip() for row in rows for name in row.split(",")]
    assert named.count(word) == 1


def said_by_the_product() -> Iterator[tuple[str, str]]:
    """Every text constant of the package that is not a docstring, with its place."""
    for path in sorted((ROOT / "src" / "assay").rglob("*.py")):
        tree = ast.parse(path.read_text())
        silent = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node.value


def forbidden_phrases(text: str) -> list[str]:
    return [pattern for pattern in FORBIDDEN_PHRASES if re.search(pattern, text, re.IGNORECASE)]


def test_no_text_of_the_product_uses_a_forbidden_phrase():
    assert [(place, text) for place, text in said_by_the_product() if forbidden_phrases(text)] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_document_uses_a_forbidden_phrase(path):
    assert forbidden_phrases(path.read_text()) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("B is 3 % faster", 1),
        ("an improvement of 3", 1),
        ("takes 3 % less time", 0),
        ("FASTER", 0),
        ("insignificant", 0),
    ],
)
def test_the_phrase_check_finds_what_it_is_given(text, count):
    assert len(forbidden_phrases(text)) == count


def keys() -> list[str]:
    """The names of all fields that reach records, findings and JSON."""
    modules = (findings, plan, records)
    structs = [v for m in modules for v in vars(m).values() if isinstance(v, type) and issubclass(v, msgspec.Struct)]
    return sorted({field.name for struct in structs for field in msgspec.structs.fields(struct)})


@pytest.mark.parametrize("verb", VERBS)
def test_help_calls_things_by_their_one_name(verb):
    command = verb_named(["assay", verb])
    text = command.get_help(click.Context(command, info_name=verb)).lower()
    assert [word for word in OTHER_WORDS if re.search(rf"\b{word}\b", text)] == []


@pytest.mark.parametrize("key", keys())
def test_keys_call_things_by_their_one_name(key):
    assert not set(key.split("_")) & set(OTHER_WORDS)
