"""Fetches one jar from a Maven repository, and believes it only by its hash.

The repository is the one named by ASSAY_MAVEN_REPOSITORY, else the mirror of `central` in the user's Maven settings,
else Maven Central itself; certificates and proxy are pip's (see fetch_pip.py). Where that does not answer and `mvn` is
here, it is asked: it knows settings that are not read here.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

from fetch_pip import read

CENTRAL = "https://repo1.maven.org/maven2"
SETTINGS = (Path.home() / ".m2" / "settings.xml", Path("/etc/maven/settings.xml"))


@dataclass(frozen=True)
class Jar:
    """One file of a repository, and what it must be."""

    group: str
    name: str
    version: str
    sha256: str

    @property
    def place(self) -> str:
        """Below the address of a repository."""
        return f"{self.group.replace('.', '/')}/{self.name}/{self.version}/{self.name}-{self.version}.jar"


# The compiler of Eclipse, which needs no JDK: a Java runtime is enough for it.
ECJ = Jar("org.eclipse.jdt", "ecj", "3.46.100", "74c93172475fee0cd4e6eefb44233516dd40525642da35d009146d97ea598229")


def repository() -> str:
    """The address of the repository to ask."""
    named = os.environ.get("ASSAY_MAVEN_REPOSITORY")
    if named:
        return named.rstrip("/")
    mirrors = [mirror for path in SETTINGS if path.is_file() for mirror in mirrors_of_central(path.read_text())]
    return (mirrors or [CENTRAL])[0].rstrip("/")


def mirrors_of_central(settings: str) -> list[str]:
    """Addresses that Maven settings put in the place of Maven Central."""
    try:
        tree = ElementTree.fromstring(settings)
    except ElementTree.ParseError:
        return []
    found = []
    for mirror in tree.iter():
        if mirror.tag.rpartition("}")[2] != "mirror":
            continue
        values = {part.tag.rpartition("}")[2]: (part.text or "").strip() for part in mirror}
        if {"*", "central", "external:*"} & set(values.get("mirrorOf", "").split(",")) and values.get("url"):
            found.append(values["url"])
    return found


def fetch_jar(jar: Jar, target: Path) -> None:
    """The jar at `target`; OSError or LookupError where it cannot be had."""
    try:
        content = read(f"{repository()}/{jar.place}")
    except (OSError, ValueError) as problem:
        content = read_by_maven(jar, problem)
    found = hashlib.sha256(content).hexdigest()
    if found != jar.sha256:
        raise LookupError(f"{jar.name}-{jar.version}.jar: expected the sha256 {jar.sha256}, found {found}")
    target.parent.mkdir(parents=True, exist_ok=True)
    scratch = target.with_suffix(".part")
    scratch.write_bytes(content)
    scratch.replace(target)


def read_by_maven(jar: Jar, problem: Exception) -> bytes:
    """What `mvn` fetches; the first problem where there is no mvn or it has no more luck."""
    program = shutil.which("mvn")
    if program is None:
        raise LookupError(str(problem))
    with tempfile.TemporaryDirectory() as folder:
        words = [f"-Dartifact={jar.group}:{jar.name}:{jar.version}", f"-DoutputDirectory={folder}"]
        subprocess.run([program, "-q", "-B", "dependency:copy", *words], cwd=folder, capture_output=True, check=False)
        found = Path(folder) / f"{jar.name}-{jar.version}.jar"
        if not found.is_file():
            raise LookupError(str(problem))
        return found.read_bytes()
