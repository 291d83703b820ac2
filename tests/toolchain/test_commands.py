"""Each variant gets a command, or the reason why it has none; the others do not suffer."""

import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from assay.catalogue import Build, Implementation, LibraryNeed, load_catalogue
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


def test_toolchains_are_told_by_probe_build_and_runtime():
    found = resolved_or_skipped([C, PYTHON], load_catalogue())
    assert set(found.toolchains) == {"c/O2", "python/own"}
    assert "-O2" in found.toolchains["c/O2"].flags
    assert found.toolchains["python/own"].version == ".".join(map(str, sys.version_info[:3]))


def test_a_toolchain_says_from_which_text_each_work_was_built(catalogue_with):
    made = Variant("made", "made", ProbeWork("c", "made", "thread", "posix", "O2", {"workers": "2"}))

    def digests(operate):
        return resolved_or_skipped([C, made], catalogue_with(operate)).toolchains["c/O2"].sources

    before, again, changed = digests(CRASHES), digests(CRASHES), digests(CRASHES + "/* another text */\n")
    assert set(before) == {"empty", "made"}
    assert before == again
    assert changed["empty"] == before["empty"]
    assert changed["made"] != before["made"]


def test_no_user_s_name_gets_into_a_toolchain(monkeypatch):
    monkeypatch.setenv("HOME", str(Path(sys.executable).resolve().parent))
    found = resolve([PYTHON], load_catalogue(), lambda sentence: None)
    assert str(Path.home()) not in found.toolchains["python/own"].path


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


@pytest.fixture
def changed():
    """A catalogue whose Python probe is changed, and work for it."""

    def make(**changes):
        catalogue = load_catalogue()
        probe = msgspec.structs.replace(catalogue.probes["python"], **changes)
        return msgspec.structs.replace(catalogue, probes=catalogue.probes | {"python": probe})

    return make


def test_flags_of_build_runtime_and_implementation_stand_where_the_probe_wants_them(changed):
    python = load_catalogue().probes["python"]
    runtime = msgspec.structs.replace(python.runtimes["own"], run_flags=("-r",))
    catalogue = changed(
        run=("{runtime}", "{run_flags}", "{runtime_flags}", "{implementation_run_flags}", "x{flags}{run_flags}"),
        builds={"some": Build("some", flags=("-f", "-g"), run_flags=("-b", "-c"))},
        runtimes={"own": runtime},
        implementations={"std": Implementation(run_flags=("-i",))},
    )
    work = msgspec.structs.replace(PYTHON.work, build="some")
    found = resolved_or_skipped([msgspec.structs.replace(PYTHON, work=work)], catalogue)
    assert found.commands["py"].argv[1:6] == ("-b", "-c", "-r", "-i", "x-f -g-b -c")
    assert found.toolchains["python/some/own"].flags == ("-f", "-g", "-b", "-c")


def test_a_library_that_is_not_there_is_a_reason_and_a_remedy_of_its_implementation_alone(changed):
    need = LibraryNeed("quickness", ("{own}", "-S", "-E", "-c", "raise SystemExit('error: no quickness')"), "get it")
    catalogue = changed(implementations={"std": Implementation(needs=need)})
    other = msgspec.structs.replace(PYTHON.work, model="pool", implementation="threads")
    variants = [PYTHON, msgspec.structs.replace(PYTHON, name="other", work=other)]
    found = resolve(variants, catalogue, lambda sentence: None)
    [refusal] = found.missing
    assert (refusal.variant, refusal.remedy) == ("py", "get it")
    assert refusal.reason == "expected quickness, found none (error: no quickness)"
    assert set(found.commands) == {"other"}


def test_a_check_is_run_once_and_what_it_says_is_part_of_the_build(changed, tmp_path):
    count = f"import sys; open({str(tmp_path / 'checks')!r}, 'a').write('x'); print('1.2')"
    need = LibraryNeed("a library", ("{own}", "-S", "-E", "-c", count), "get it")
    catalogue = changed(needs=(need,))
    twin = msgspec.structs.replace(PYTHON, name="twin", work=msgspec.structs.replace(PYTHON.work, model="thread"))
    found = resolve([PYTHON, twin], catalogue, lambda sentence: None)
    assert (tmp_path / "checks").read_text() == "x"
    folders = {Path(found.commands[name].argv[3]).parent for name in ("py", "twin")}
    plain = resolve([PYTHON], load_catalogue(), lambda sentence: None)
    assert len(folders) == 1
    assert Path(plain.commands["py"].argv[3]).parent not in folders


def test_a_runtime_that_is_not_here_is_a_reason_and_the_others_go_on(changed, tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_PYTHON_NEWEST", str(tmp_path / "nowhere"))
    newest = msgspec.structs.replace(PYTHON, name="new", work=msgspec.structs.replace(PYTHON.work, runtime="newest"))
    found = resolve([newest, PYTHON], load_catalogue(), lambda sentence: None)
    assert [refusal.variant for refusal in found.missing] == ["new"]
    assert "$ASSAY_PYTHON_NEWEST" in found.missing[0].reason
    assert set(found.commands) == {"py"}


def test_a_probe_is_not_told_of_parameters_that_only_other_languages_know():
    catalogue = load_catalogue()
    step = msgspec.structs.replace(catalogue.workloads["count"].parameters["step"], probes=("c",))
    count = msgspec.structs.replace(catalogue.workloads["count"], parameters={"step": step})
    catalogue = msgspec.structs.replace(catalogue, workloads={"count": count})
    work = msgspec.structs.replace(PYTHON.work, workload="count", arguments={"workers": "1", "step": "0"})
    found = resolved_or_skipped([msgspec.structs.replace(PYTHON, work=work)], catalogue)
    assert "step=0" not in found.commands["py"].argv
    assert "workers=1" in found.commands["py"].argv
    assert asked(work)["step"] == "0"


def test_settings_are_no_words_of_the_probe_and_the_observer_stands_in_front_of_it():
    work = msgspec.structs.replace(PYTHON.work, settings={"nice": "5", "observer": "100"})
    found = resolved_or_skipped([msgspec.structs.replace(PYTHON, work=work)], load_catalogue())
    argv = found.commands["py"].argv
    assert Path(argv[3]).name == "observer.py"
    assert argv[4] == "100"
    assert not any(word.startswith(("nice=", "observer=")) for word in argv)
    assert "nice" not in asked(work)
    done = subprocess.run(argv, capture_output=True, check=True)
    assert isinstance(read_conversation(done.stdout, asked(work)), ProbeReport)
