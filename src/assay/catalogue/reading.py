"""Reads every probe.toml and workload.toml there is, and names every study.

Comes in: the data folders and, if given, a user's own folder. Goes out: a `Catalogue`. Starts nothing, and
does not look at what is installed: that is `toolchain`.
"""

from pathlib import Path

from assay.catalogue.declaration import read_declaration
from assay.catalogue.model import Catalogue, Probe, Workload
from assay.catalogue.places import data_root
from assay.errors import StudyError


def load_catalogue(extra: Path | None = None) -> Catalogue:
    """Read every probe.toml and workload.toml, and name every study; `extra` is a user's own folder.

    `extra` may hold probes/, workloads/ and studies/ of its own; a name that Assay already uses is refused.
    """
    catalogue = _read_root(data_root())
    if extra is None or extra.resolve() == data_root().resolve():
        return catalogue
    own = _read_root(extra)
    _refuse_clashes(catalogue, own, extra)
    return Catalogue(
        probes=catalogue.probes | own.probes,
        workloads=catalogue.workloads | own.workloads,
        studies=catalogue.studies | own.studies,
    )


def _read_root(root: Path) -> Catalogue:
    probes = [read_declaration(path, Probe) for path in sorted(root.glob("probes/*/probe.toml"))]
    workloads = [read_declaration(path, Workload) for path in sorted(root.glob("workloads/*/workload.toml"))]
    return Catalogue(
        probes={probe.name: probe for probe in probes},
        workloads={workload.name: workload for workload in workloads},
        studies={path.parent.name: path.parent for path in sorted(root.glob("studies/*/study.toml"))},
    )


def _refuse_clashes(known: Catalogue, own: Catalogue, extra: Path) -> None:
    taken = [f"probes/{name}" for name in own.probes if name in known.probes]
    taken += [f"workloads/{name}" for name in own.workloads if name in known.workloads]
    wrong = "expected a name of its own, found one that Assay uses; rename it"
    if taken:
        raise StudyError(tuple(f"{extra / place}: {wrong}" for place in taken))
