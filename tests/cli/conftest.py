import pytest

from assay.catalogue import launcher_path
from assay.cli.main import run
from assay.errors import ToolchainMissing


class Shell:
    """Runs verbs of Assay in this process, in an empty folder of their own."""

    def __init__(self, folder, capfd):
        self.folder = folder
        self._capfd = capfd

    def __call__(self, *words):
        """(exit status, standard output, standard error)."""
        self._capfd.readouterr()
        status = run(list(words))
        said = self._capfd.readouterr()
        return status, said.out, said.err

    def runs(self):
        return sorted((self.folder / "runs").glob("*")) if (self.folder / "runs").exists() else []


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch):
    """No test meets another one's lock, cache or runs, or the width of the terminal it was started from."""
    monkeypatch.delenv("COLUMNS", raising=False)
    (tmp_path / "runtime").mkdir()
    (tmp_path / "work").mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.chdir(tmp_path / "work")


@pytest.fixture(autouse=True)
def no_page(request, monkeypatch):
    """Drawing a page takes a second, and is tested by itself, in test_page.py."""
    if request.path.name != "test_page.py":
        monkeypatch.setattr("assay.cli.show.leave_page", lambda result: None)


@pytest.fixture
def assay(tmp_path, capfd):
    return Shell(tmp_path / "work", capfd)


@pytest.fixture
def native():
    """For tests that start real processes."""
    try:
        return launcher_path()
    except ToolchainMissing as missing:
        pytest.skip(str(missing))
