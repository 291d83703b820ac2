"""Each variant gets a command, or the reason why it has none; the others do not suffer."""

import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from assay.catalogue import load_catalogue
from assay.plan.model import CommandWork, ProbeWork, Variant
from assay.run.protocol import read_conversation
from assay.store.records import ProbeReport
from assay.toolchain import asked, resolve

C = Variant("c", "c", ProbeWork("c", "empty", "thread", "posix", "O2", {"workers": "2"}))
PYTHON = Variant("py", "py", ProbeWork("python", "empty", "serial", "std", "", {"workers": "1"}))
COMMAND = Variant("ls", "ls", CommandWork("ls -l", ("ls", "-l")))
BROKEN = "void operate(void) { oops; }\n"
CRASHES = "void operate(void *s, const struct task *t, struct meter *m) { (void)t, (void)m; *(volatile int *)s = 1; }\n"


def resolved_or_skipped(variants, catalogue):
    found = resolve(variants, catalogue, lambda sentence: None)
    for refusal in found.missing:
        pytest.skip(f"{refusal.reason}; install it with: {refusal.remedy}")
    return found


def test_a_user_s_command_is_executed_as_it_is():
    found = resolve([COMMAND], load_catalogue(), lambda sentence: None)
    assert found.commands["ls"].argv == ("ls", "-l")
    assert (found.toolchains, found.missing, found.failures) == ({}, (), ())


def test_a_probe_is_built_and_started_with_its_words():
    found = resolved_or_skipped([C, PYTHON, COMMAND], load_catalogue())
    assert found.commands["c"].argv[1:] == (
        "workload=empty", "model=thread", "implementation=posix", "workers=2",
    )  # fmt: skip
    for variant in (C, PYTHON):
        done = subprocess.run(found.commands[variant.name].argv, capture_output=True, check=True)
        assert isinstance(read_conversation(done.stdout, asked(variant.work)), ProbeReport)


def test_toolchains_are_told_by_probe_and_build():
    found = resolved_or_skipped([C, PYTHON], load_catalogue())
    assert set(found.toolchains) == {"c/O2", "python"}
    assert "-O2" in found.toolchains["c/O2"].flags
    assert found.toolchains["python"].version == ".".join(map(str, sys.version_info[:3]))


def test_no_user_s_name_gets_into_a_toolchain(monkeypatch):
    monkeypatch.setenv("HOME", str(Path(sys.executable).resolve().parent))
    found = resolve([PYTHON], load_catalogue(), lambda sentence: None)
    assert str(Path.home()) not in found.toolchains["python"].path


def test_a_missing_compiler_is_a_reason_and_a_remedy_and_the_others_go_on(monkeypatch, tmp_path):
    monkeypatch.setenv("ASSAY_CC", str(tmp_path / "nowhere"))
    found = resolve([C, PYTHON], load_catalogue(), lambda sentence: None)
    [refusal] = found.missing
    assert refusal.variant == "c"
    assert "found no program" in refusal.reason
    assert refusal.remedy == "sudo apt-get install gcc libc6-dev"
    assert set(found.commands) == {"py"}


def test_a_probe_that_does_not_compile_fails_with_its_line_and_the_others_go_on(catalogue_with):
    work = msgspec.structs.replace(C.work, workload="made")
    found = resolved_or_skipped([msgspec.structs.replace(C, work=work), PYTHON], catalogue_with(BROKEN))
    [failure] = found.failures
    assert failure.variant == "c"
    assert failure.problem.file.endswith("workloads/made/workload.c")
    assert set(found.commands) == {"py"}


def test_one_build_serves_all_variants_that_need_it():
    heard = []
    twin = msgspec.structs.replace(C, name="twin", work=msgspec.structs.replace(C.work, model="pool"))
    found = resolve([C, twin], load_catalogue(), heard.append)
    for refusal in found.missing:
        pytest.skip(f"{refusal.reason}; install it with: {refusal.remedy}")
    assert found.commands["c"].argv[0] == found.commands["twin"].argv[0]
    assert len(heard) == 1


@pytest.mark.parametrize("model", ["serial", "process", "thread", "pool"])
def test_a_worker_that_crashes_takes_the_probe_with_it(catalogue_with, model):
    work = msgspec.structs.replace(C.work, workload="made", model=model)
    found = resolved_or_skipped([msgspec.structs.replace(C, work=work)], catalogue_with(CRASHES))
    done = subprocess.run(found.commands["c"].argv, capture_output=True, check=False, timeout=30)
    assert done.returncode == -signal.SIGSEGV
