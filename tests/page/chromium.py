"""Chromium over its own pipe: opens a page, hears everything it asks for or complains of, and looks at it.

Nothing but the standard library: one JSON message after the other, each ended by a zero byte.
"""

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
OWN = ("file:", "data:", "about:")


def program() -> str | None:
    """Where it is; None where it is not."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One page of one Chromium."""

    def __init__(self, to: int, back: int) -> None:
        self._to, self._back, self._rest = to, back, b""
        self._count, self._session = 0, ""
        self.requests: list[str] = []
        self.complaints: list[str] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def open(self, path: Path, width: int = 1280, height: int = 900, dark: bool = False) -> float:
        """Seconds from going there to the load event."""
        self.requests.clear()
        self.complaints.clear()
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.ask("Emulation.setEmulatedMedia", features=scheme)
        self.ask("Page.navigate", url=path.resolve().as_uri())
        while self._heard().get("method") != "Page.loadEventFired":
            pass
        return float(self.value("performance.timing.loadEventStart - performance.timing.navigationStart")) / 1000

    def value(self, expression: str) -> Any:
        """What the page makes of it."""
        found = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def picture(self, place: Path) -> None:
        """What is seen now."""
        place.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))

    def paper(self, place: Path) -> None:
        """The page printed, as PDF."""
        printed = self.ask("Page.printToPDF", preferCSSPageSize=True, paperWidth=8.27, paperHeight=11.69)
        place.write_bytes(base64.b64decode(printed["data"]))

    def press(self, key: str) -> None:
        """A key, down and up."""
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode={"Tab": 9}[key])

    def ask(self, method: str, **words: Any) -> Any:
        """One command, and its answer; what is heard meanwhile is kept."""
        self._count += 1
        session = {"sessionId": self._session} if self._session else {}
        message = {"id": self._count, "method": method, "params": words, **session}
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while (heard := self._heard()).get("id") != self._count:
            pass
        assert "error" not in heard, heard
        return heard["result"]

    def _heard(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._back, 1 << 16)
            assert more, "chromium went away"
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\0")
        heard: dict[str, Any] = json.loads(line)
        self._note(heard.get("method", ""), heard.get("params", {}))
        return heard

    def _note(self, method: str, told: dict[str, Any]) -> None:
        if method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif method == "Log.entryAdded":
            self.complaints.append(told["entry"]["text"])
        elif method in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled"):
            self.complaints.append(json.dumps(told))


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    """It runs in a folder of its own, and is gone afterwards."""
    its, to = _out_of_the_way(os.pipe())
    back, its_back = _out_of_the_way(os.pipe())

    def as_it_expects() -> None:
        os.dup2(its, 3)
        os.dup2(its_back, 4)

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        started = subprocess.Popen(
            [path, *FLAGS, f"--user-data-dir={home}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(3, 4),
            preexec_fn=as_it_expects,
        )
        os.close(its)
        os.close(its_back)
        try:
            yield Browser(to, back)
        finally:
            os.close(to)  # it ends when nobody speaks to it any more
            try:
                started.wait(20)
            except subprocess.TimeoutExpired:
                started.kill()
                started.wait()
            os.close(back)


def _out_of_the_way(ends: tuple[int, int]) -> tuple[int, int]:
    """The same pipe under numbers that nobody expects anything of."""
    moved = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends)
    for end in ends:
        os.close(end)
    return moved[0], moved[1]
