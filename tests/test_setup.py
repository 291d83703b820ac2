"""Set-up without a network or root: which pip it would fetch, what it announces, what it finds."""

import ast
import hashlib
import sys
from pathlib import Path

import pytest

from scripts import fetch_pip, native_tools

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


def test_zig_stands_in_without_its_own_defaults(tmp_path):
    (tmp_path / "bin").mkdir()
    native_tools.wrap_zig(tmp_path)
    text = (tmp_path / "bin" / "cc").read_text()
    assert "-fno-sanitize=undefined" in text
    assert "-mcpu=baseline" in text


@pytest.mark.parametrize("name", ["setup.py", "native_tools.py", "fetch_pip.py"])
def test_set_up_needs_only_the_standard_library(name):
    tree = ast.parse((SCRIPTS / name).read_text())
    roots = {
        alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    roots |= {(node.module or "").split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert roots
    assert roots - set(sys.stdlib_module_names) <= {"native_tools", "fetch_pip"}
