"""Puts pip into an environment that has none, where Python came without `ensurepip` (as Debian's does).

Takes the newest fitting wheel from the place pip itself would ask: PIP_INDEX_URL, else pip's own configuration files,
else pip's default index; folders named by find-links are looked at first, so a machine without network can be served.
The wheel's hash is checked where the index gives one, and the wheel then installs itself.
"""

import base64
import configparser
import hashlib
import html
import os
import re
import ssl
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path

DEFAULT_INDEX = "https://pypi.org/simple"
WHEEL = re.compile(r"pip-(\d+(?:\.\d+)*)-py3-none-any\.whl")
LINK = re.compile(r"<a\s([^>]*)>", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*["']([^"']*)["']""")


def pip_setting(name: str, default: str = "") -> str:
    """One of pip's settings: the environment first, then its configuration files, nearest first."""
    found = os.environ.get(f"PIP_{name.upper().replace('-', '_')}")
    if found:
        return found
    home = Path.home()
    places = [os.environ.get("PIP_CONFIG_FILE", ""), home / ".config/pip/pip.conf", home / ".pip/pip.conf"]
    for place in filter(None, [*places, "/etc/pip.conf"]):
        reader = configparser.RawConfigParser()
        reader.read(place)
        for section in ("install", "global"):
            if reader.has_option(section, name):
                return reader.get(section, name).strip()
    return default


def version_key(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def local_wheel(folders: str) -> Path | None:
    """The newest pip wheel in the folders of find-links, if there is one."""
    wheels = [path for folder in folders.split() for path in Path(folder.removeprefix("file://")).glob("pip-*.whl")]
    fitting = [path for path in wheels if WHEEL.fullmatch(path.name)]
    return max(fitting, key=lambda path: version_key(WHEEL.fullmatch(path.name)[1]), default=None)


def newest_link(page: str, python: tuple[int, int]) -> str:
    """The link (with its hash) to the newest pip wheel that runs on this Python; LookupError when there is none."""
    best: tuple[tuple[int, ...], str] = ((), "")
    for tag in LINK.findall(page):
        attributes = {name.lower(): html.unescape(value) for name, value in ATTRIBUTE.findall(tag)}
        link = attributes.get("href", "")
        name = WHEEL.search(urllib.parse.unquote(link))
        lowest = re.search(r">=\s*(\d+)\.(\d+)", attributes.get("data-requires-python", ""))
        if not name or "data-yanked" in attributes:
            continue
        if lowest and (int(lowest[1]), int(lowest[2])) > python:
            continue
        best = max(best, (version_key(name[1]), link))
    if not best[1]:
        raise LookupError("the index lists no pip that runs on this Python")
    return best[1]


def read(url: str) -> bytes:
    """What lies at an address, with pip's certificates, proxy and any user name in the address."""
    parts = urllib.parse.urlsplit(url)
    request = urllib.request.Request(parts._replace(netloc=parts.netloc.rpartition("@")[2], fragment="").geturl())
    if parts.username:
        words = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
        request.add_header("Authorization", "Basic " + base64.b64encode(words.encode()).decode())
    handlers: list[urllib.request.BaseHandler] = []
    if parts.scheme == "https":
        cafile = pip_setting("cert") or None
        handlers.append(urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=cafile)))
    proxy = pip_setting("proxy")
    if proxy:
        handlers.append(urllib.request.ProxyHandler({"http": proxy, "https": proxy}))
    with urllib.request.build_opener(*handlers).open(request, timeout=float(pip_setting("timeout", "30"))) as answer:
        return answer.read()


def download(folder: Path) -> Path:
    """Fetches the newest pip wheel from the index into the folder."""
    index = pip_setting("index-url", DEFAULT_INDEX).rstrip("/") + "/pip/"
    link = urllib.parse.urljoin(index, newest_link(read(index).decode(), sys.version_info[:2]))
    content = read(link)
    algorithm, _, expected = urllib.parse.urlsplit(link).fragment.partition("=")
    if expected and hashlib.new(algorithm, content).hexdigest() != expected:
        raise LookupError(f"the pip wheel fetched does not have the {algorithm} its index states; fetch again")
    wheel = folder / WHEEL.search(urllib.parse.unquote(link))[0]
    wheel.write_bytes(content)
    return wheel


def install_pip(python: Path) -> None:
    """Installs pip for that interpreter; OSError or LookupError when there is none to be had."""
    with tempfile.TemporaryDirectory() as folder:
        wheel = local_wheel(pip_setting("find-links")) or download(Path(folder))
        subprocess.run([python, f"{wheel}/pip", "install", "--quiet", "--no-index", wheel], check=True)


if __name__ == "__main__":
    install_pip(Path(sys.argv[1]))
