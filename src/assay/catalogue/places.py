"""Where the data and the native launcher lie: inside the installed package, else in the repository."""

import os
from pathlib import Path

from assay.errors import ToolchainMissing

PACKAGE = Path(__file__).parent.parent


def data_root() -> Path:
    """The folder that holds probes/, workloads/ and studies/: in the package, else the repository's root."""
    shipped = PACKAGE / "data"
    return shipped if (shipped / "probes").is_dir() else PACKAGE.parent.parent


def launcher_path() -> Path:
    """The native launcher: $ASSAY_LAUNCHER, the package's own, or the one built in the repository."""
    named = os.environ.get("ASSAY_LAUNCHER")
    places = [Path(named)] if named else _launcher_places()
    for place in places:
        if place.is_file() and os.access(place, os.X_OK):
            return place
    looked = ", ".join(str(place) for place in places)
    raise ToolchainMissing(f"assay-launch: expected the native launcher, found none at {looked}; run: make setup")


def _launcher_places() -> list[Path]:
    """The package's own first; of those built in the repository the newest, so that none is used by being forgotten."""
    name, build = "assay-launch", PACKAGE.parent.parent / "build"
    built = sorted([*build.glob(name), *build.glob(f"*/{name}")], key=lambda place: place.stat().st_mtime, reverse=True)
    return [PACKAGE / "data" / "bin" / name, *(built or [build / name])]
