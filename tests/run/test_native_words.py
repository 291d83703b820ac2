"""The launcher's own words: options, help, the serve mode's text, and what it says to nonsense."""

import json
import subprocess
from pathlib import Path

import pytest

from assay import __version__
from assay.catalogue import launcher_path
from assay.run.native import encode
from assay.run.request import Request, Run


def launch(*words, **more):
    return subprocess.run([launcher_path(), *words], capture_output=True, check=False, **more)


def serve(*messages):
    """Feeds the serve mode and reads its answers; its input stays open until the last answer has come."""
    with subprocess.Popen([launcher_path(), "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        lines = [process.stdout.readline()]
        for message in messages:
            process.stdin.write(message)
            process.stdin.flush()
            lines.append(process.stdout.readline())
        process.stdin.close()
        process.wait(30)
    return process.returncode, [json.loads(line) for line in lines]


def test_the_version_is_that_of_the_package():
    assert launch("--version").stdout.decode() == f"assay-launch {__version__}\n"


def test_help_names_every_key_of_a_request():
    text = launch("--help").stdout.decode()
    everything = encode(Request("x", ("true",), mark=True, nice=1, policy="batch"))
    keys = [line.split(b" ")[0].decode() for line in everything.split(b"\n")[1::2] if line]
    assert {"repeat", "cwd", "stdin", "mark", "nice", "policy"} < set(keys)
    for key in set(keys) - {"argument"}:
        assert f"  {key} " in text


def test_one_shot_prints_one_object_with_a_column_for_each_field_of_a_run():
    answer = launch("--repeat=3", "--", "sh", "-c", "exit 2")
    assert answer.returncode == 0
    runs = json.loads(answer.stdout)["runs"]
    assert set(runs) == set(Run.__struct_fields__)
    assert runs["exit_code"] == [2, 2, 2]


def test_one_shot_gives_kept_output_after_the_object():
    line, rest = launch("--keep_stdout=100", "--environment=A=b", "--", "/bin/sh", "-c", "echo $A").stdout.split(
        b"\n", 1
    )
    assert json.loads(line)["stdout_kept"] == 2
    assert rest == b"b\n"


def test_one_shot_cannot_start_what_is_not_there():
    answer = launch("--", "no-such-program")
    assert answer.returncode == 3
    assert json.loads(answer.stdout)["error"] == "not found"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "expected a command after --"),
        (["--repeat=2"], "expected a command after --"),
        (["true"], 'expected --key=value or --, found "true"'),
        (["--often=2", "--", "true"], 'unknown key "often"'),
        (["--repeat=0", "--", "true"], 'repeat: expected a whole number from 1 to 100000, found "0"'),
        (["--repeat=x", "--", "true"], 'repeat: expected a whole number from 1 to 100000, found "x"'),
        (["--timeout_ns=-1", "--", "true"], 'timeout_ns: expected a whole number, found "-1"'),
        (["--cpus=0,a", "--", "true"], 'cpus: expected CPU numbers such as 0,2, found "0,a"'),
        (["--environment=A", "--", "true"], 'environment: expected NAME=value, found "A"'),
        (["--sample_memory=2", "--", "true"], 'sample_memory: expected 0 or 1, found "2"'),
        (["--nice=20", "--", "true"], 'nice: expected a whole number from -20 to 19, found "20"'),
        (["--nice=low", "--", "true"], 'nice: expected a whole number from -20 to 19, found "low"'),
        (["--policy=fair", "--", "true"], 'policy: expected other, batch, idle or fifo, found "fair"'),
        (["--serve", "now"], "--serve takes no further words"),
    ],
)
def test_words_that_make_no_sense_are_named(words, complaint):
    answer = launch(*words)
    assert answer.returncode == 2
    assert answer.stderr.decode() == f"assay-launch: {complaint}; see assay-launch --help\n"


def test_serve_greets_answers_each_request_and_ends_with_its_input():
    status, (greeting, first, second) = serve(encode(Request("x", ("true",))), encode(Request("x", ("false",))))
    assert status == 0
    assert (greeting["protocol"], greeting["launcher"]) == (1, __version__)
    assert first["runs"]["exit_code"] == [0]
    assert second["runs"]["exit_code"] == [1]


def test_serve_refuses_an_unknown_key_and_goes_on():
    status, answers = serve(b"request 10\noften 1\n2\n", encode(Request("x", ("true",))))
    assert answers[1]["error"] == 'request: unknown key "often"'
    assert answers[2]["runs"]["exit_code"] == [0]
    assert status == 0


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"argument 4\ntrue", "request: argument: longer than the request"),
        (b"argument 400\ntrue\n", "request: argument: longer than the request"),
        (b"argument x\ntrue\n", "request: argument: expected a length"),
        (b"argument\n", 'request: expected "<key> <length>" and a newline'),
        (b"nonsense", 'request: expected "<key> <length>" and a newline'),
        (b"", "no command was given"),
    ],
)
def test_serve_names_what_is_wrong_with_a_request(body, problem):
    status, answers = serve(b"request %d\n%b" % (len(body), body))
    assert answers[1]["error"] == problem
    assert status == 0


@pytest.mark.parametrize("text", [b"hello\n", b"request x\n", b"request 999999999999\n", b"x" * 100])
def test_serve_ends_when_it_is_told_something_that_is_no_request(text):
    status, answers = serve(text)
    assert answers[1]["error"].startswith('expected "request <bytes>"')
    assert status == 2


def test_the_document_names_every_key_every_column_and_its_example_runs():
    document = (Path(__file__).parents[2] / "docs" / "launcher.md").read_text()
    keys = [line.split()[0] for line in launch("--help").stdout.decode().splitlines() if line.startswith("  ")]
    keys = [key for key in keys if not key.startswith("assay-launch")]
    assert len(keys) > 10
    for word in (*keys, *Run.__struct_fields__):
        assert f"`{word}`" in document
    example = document.split("of\n`true`: `")[1].split("`")[0].replace("\\n", "\n")
    _, answers = serve(example.encode())
    assert answers[1]["runs"]["exit_code"] == [0, 0, 0]
