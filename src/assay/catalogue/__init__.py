"""Which probes, workloads and studies there are: one folder each, described by one TOML file."""

from assay.catalogue.model import (
    KNOBS,
    SETTINGS,
    AskedWork,
    Build,
    Catalogue,
    Implementation,
    Impossible,
    LibraryNeed,
    Native,
    Parameter,
    Probe,
    Runtime,
    ToolchainNeed,
    Workload,
)
from assay.catalogue.places import data_root, launcher_path
from assay.catalogue.possible import objections, offers, runtime_name, takes_turns
from assay.catalogue.reading import load_catalogue

__all__ = [
    "KNOBS",
    "SETTINGS",
    "AskedWork",
    "Build",
    "Catalogue",
    "Implementation",
    "Impossible",
    "LibraryNeed",
    "Native",
    "Parameter",
    "Probe",
    "Runtime",
    "ToolchainNeed",
    "Workload",
    "data_root",
    "launcher_path",
    "load_catalogue",
    "objections",
    "offers",
    "runtime_name",
    "takes_turns",
]
