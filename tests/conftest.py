"""What every test shares: which tests are left out and why, and what a skip means where everything can be installed.

`slow` and `timing` tests run only when asked for (`--slow`, `--timing`, or a `-m` expression). With CI=true a skip
counts as a failure unless its reason starts with "this machine": what set-up can install must be there.
"""

import os
import signal

import pytest

OPTIONAL = {"slow": "make test-all runs them", "timing": "make test-all runs them; they want a quiet machine"}
EXCUSE = "this machine"
# A shell starts background jobs with Ctrl-C ignored, and every process below inherits that; some tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Programs that tests start buffer their output as they do for everybody else.
os.environ.pop("PYTHONUNBUFFERED", None)

left_out = pytest.StashKey[dict[str, int]]()


def pytest_addoption(parser):
    for marker, why in OPTIONAL.items():
        parser.addoption(f"--{marker}", action="store_true", help=f"run the tests marked {marker} too ({why})")
    parser.addoption("--bless", action="store_true", help="write the golden files anew; look at the difference after")


def pytest_collection_modifyitems(config, items):
    if config.getoption("-m"):
        return
    unwanted = [marker for marker in OPTIONAL if not config.getoption(f"--{marker}")]
    counts = dict.fromkeys(unwanted, 0)
    kept, dropped = [], []
    for item in items:
        reason = next((marker for marker in unwanted if item.get_closest_marker(marker)), None)
        if reason is None:
            kept.append(item)
        else:
            counts[reason] += 1
            dropped.append(item)
    config.stash[left_out] = counts
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = kept


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if os.environ.get("CI") == "true" and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if not reason.removeprefix("Skipped: ").startswith(EXCUSE):
            report.outcome = "failed"
            report.longrepr = f"skipped where nothing may be missing (CI=true): {reason}"
    return report


@pytest.fixture(autouse=True)
def _compilers_as_found(request, monkeypatch):
    """Conformance uses the compiler that was chosen; every other test begins with none chosen."""
    if "conformance" not in request.path.parts:
        for name in ("ASSAY_CC", "ASSAY_CXX"):
            monkeypatch.delenv(name, raising=False)


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):  # a worker of xdist: tell the one that prints
        session.config.workeroutput["left_out"] = session.config.stash.get(left_out, {})


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    node.config.stash[left_out] = getattr(node, "workeroutput", {}).get("left_out", {})


def pytest_terminal_summary(terminalreporter, config):
    for marker, count in config.stash.get(left_out, {}).items():
        if count:
            terminalreporter.write_line(f"left out: {count} tests marked {marker} ({OPTIONAL[marker]})")
    for report in terminalreporter.getreports("passed"):
        for name, line in report.user_properties:
            if name == "worth a talk" and report.when == "call":
                terminalreporter.write_line(f"size worth a talk: {line}")


try:
    from hypothesis import settings
except ImportError:
    pass
else:
    settings.register_profile("house", deadline=None, derandomize=True)  # no test may depend on a quiet machine
    settings.load_profile("house")
