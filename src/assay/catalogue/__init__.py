"""Which probes, workloads and studies there are: one folder each, described by one TOML file."""

from assay.catalogue.model import (
    KNOBS,
    AskedWork,
    Build,
    Catalogue,
    Impossible,
    Parameter,
    Probe,
    ToolchainNeed,
    Workload,
)
from assay.catalogue.places import data_root, launcher_path
from assay.catalogue.possible import objections, offers
from assay.catalogue.reading import load_catalogue

__all__ = [
    "KNOBS",
    "AskedWork",
    "Build",
    "Catalogue",
    "Impossible",
    "Parameter",
    "Probe",
    "ToolchainNeed",
    "Workload",
    "data_root",
    "launcher_path",
    "load_catalogue",
    "objections",
    "offers",
]
