import subprocess
import sys
import time
from statistics import median

import click
import pytest

from assay import __version__
from assay.cli.main import assay as group
from assay.cli.verbs import VERBS


def test_bare_assay_prints_three_examples(assay):
    status, said, _ = assay()
    assert status == 0
    assert sum(line.startswith("  assay ") for line in said.splitlines()) == 3


def test_help_lists_every_verb_of_the_table(assay):
    status, said, _ = assay("--help")
    assert status == 0
    for name in VERBS:
        assert f"  {name} " in said


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_of_the_table_is_there_and_explains_itself(assay, name):
    status, said, _ = assay(name, "--help")
    assert status == 0
    assert f"Usage: assay {name}" in said


@pytest.mark.parametrize("name", VERBS)
def test_a_verb_is_named_as_in_the_table(name):
    command = group.get_command(click.Context(group), name)
    assert command.name == name


def test_version_is_printed(assay):
    assert assay("--version")[1] == f"assay, version {__version__}\n"


def test_help_imports_nothing_heavy():
    program = (
        "import sys\nfrom assay.cli.main import run\nrun(['--help'])\n"
        "heavy = {'numpy', 'scipy', 'rich', 'msgspec', 'subprocess'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    environment = {"PYTHONPATH": ":".join(sys.path), "PATH": "/usr/bin"}
    result = subprocess.run(
        [sys.executable, "-S", "-c", program], capture_output=True, text=True, check=False, env=environment
    )
    assert result.returncode == 0, result.stderr


def test_an_unknown_verb_is_the_users_mistake(assay):
    status, _, error = assay("comprae")
    assert status == 2
    assert error == 'assay: unknown "comprae"; did you mean "compare"? see assay --help\n'


def test_an_unknown_option_is_the_users_mistake(assay):
    status, _, error = assay("compare", "--ronuds", "3", "true", "true")
    assert status == 2
    assert "--rounds" in error


def test_a_reader_that_has_had_enough_ends_it_quietly():
    program = "from assay.cli.main import main\nmain(['--help'])"
    environment = {"PYTHONPATH": ":".join(sys.path), "PATH": "/usr/bin"}
    result = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -c "{program}" | true'],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    assert result.stderr == ""


@pytest.mark.timing
def test_help_is_there_within_150_ms():
    program = "from assay.cli.main import main\nmain(['--help'])"
    environment = {"PYTHONPATH": ":".join(sys.path), "PATH": "/usr/bin"}
    times = []
    for _ in range(7):
        began = time.monotonic()
        subprocess.run([sys.executable, "-c", program], stdout=subprocess.DEVNULL, check=True, env=environment)
        times.append(time.monotonic() - began)
    assert median(times) < 0.150


@pytest.mark.parametrize(
    "words", [("compare", "--margin", "x", "a", "b"), ("plan",), ("report", "--no"), ("run", "--seed", "-1")]
)
def test_a_word_that_cannot_be_read_is_named_in_the_words_of_the_house(assay, words):
    status, said, error = assay(*words)
    assert (status, said) == (2, "")
    assert error.startswith("assay: ")
    assert f"see assay {words[0]} --help" in error
    assert "nvalid value" not in error


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), None),
        (("zzz",), 'unknown "zzz"; see assay --help'),
        (("doctor", "--jsno"), 'assay doctor: unknown "--jsno"; did you mean "--json"?'),
        (("list", "x"), "assay list: expected nothing more, found x; see assay list --help"),
        (("plan",), "assay plan: expected STUDY, found none; see assay plan --help"),
        (("new",), "assay new: expected one of workload, found nothing; see assay new --help"),
        (("new", "workloda"), 'assay new: unknown "workloda"; did you mean "workload"?'),
        (("compare", "--rounds", "x", "a", "b"), "--rounds: expected a whole number, found 'x'; see"),
        (("run", "--seed", "-1"), "--seed: expected a whole number of at least 0, found -1"),
        (("compare", "--margin", "5", "a", "b"), "--margin: expected a share between 0% and 100%"),
        (("compare", "--timeout"), "--timeout"),
    ],
)
def test_each_complaint_says_where_what_was_expected_and_what_was_found(assay, words, said):
    status, _, error = assay(*words)
    assert (status, error) == (0, "") if said is None else (status, said in error) == (2, True)
    assert "Usage:" not in error
