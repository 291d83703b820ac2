"""Reads every probe.toml and workload.toml there is, and names every study.

Comes in: the data folders and, if given, a user's own folder. Goes out: a `Catalogue`, sound as a whole. Starts
nothing, and does not look at what is installed: that is `toolchain`.
"""

from collections.abc import Iterator
from pathlib import Path

from assay.catalogue.declaration import read_declaration
from assay.catalogue.model import Catalogue, Probe, Workload
from assay.catalogue.places import data_root
from assay.catalogue.soundness import problems_of
from assay.errors import StudyError

WORKLOAD = "workload.toml"


def load_catalogue(extra: Path | None = None) -> Catalogue:
    """Read every probe.toml and workload.toml, and name every study; `extra` is a user's own folder.

    `extra` may hold probes/, workloads/ and studies/ of its own, a workload.toml beside its study, or one in a folder
    of its own; a name that Assay already uses is refused.
    """
    catalogue = _read_root(data_root())
    _refuse_mistakes(catalogue, catalogue)
    if extra is None or extra.resolve() == data_root().resolve():
        return catalogue
    own = _read_own(extra)
    _refuse_clashes(catalogue, own, extra)
    whole = Catalogue(
        probes=catalogue.probes | own.probes,
        workloads=catalogue.workloads | own.workloads,
        studies=catalogue.studies | own.studies,
    )
    _refuse_mistakes(own, whole)
    return whole


def _read_root(root: Path) -> Catalogue:
    probes = [read_declaration(path, Probe) for path in sorted(root.glob("probes/*/probe.toml"))]
    workloads = [read_declaration(path, Workload) for path in sorted(root.glob(f"workloads/*/{WORKLOAD}"))]
    return Catalogue(
        probes={probe.name: probe for probe in probes},
        workloads={workload.name: workload for workload in workloads},
        studies={path.parent.name: path.parent for path in sorted(root.glob("studies/*/study.toml"))},
    )


def _read_own(folder: Path) -> Catalogue:
    """What a user's folder holds; two workloads of one name are refused."""
    own = _read_root(folder)
    workloads = dict(own.workloads)
    for workload in _loose_workloads(folder):
        if workload.name in workloads:
            twin = workloads[workload.name].folder / WORKLOAD
            raise StudyError(
                (f"{workload.folder / WORKLOAD}: expected a name of its own, found that of {twin}; rename one",)
            )
        workloads[workload.name] = workload
    return Catalogue(probes=own.probes, workloads=workloads, studies=own.studies)


def _loose_workloads(folder: Path) -> Iterator[Workload]:
    """One beside the study, whatever the folder is called, and those in folders of their own."""
    if (folder / WORKLOAD).is_file():
        yield read_declaration(folder / WORKLOAD, Workload, by_folder=False)
    for path in sorted(folder.glob(f"*/{WORKLOAD}")):
        yield read_declaration(path, Workload)


def _refuse_clashes(known: Catalogue, own: Catalogue, extra: Path) -> None:
    taken = [probe.folder for name, probe in own.probes.items() if name in known.probes]
    taken += [workload.folder for name, workload in own.workloads.items() if name in known.workloads]
    wrong = "expected a name of its own, found one that Assay uses; rename it"
    if taken:
        raise StudyError(tuple(f"{place}: {wrong}" for place in taken))


def _refuse_mistakes(own: Catalogue, whole: Catalogue) -> None:
    problems = problems_of(own, whole.probes)
    if problems:
        raise StudyError(tuple(problems))
