"""Finds compilers, runtimes and libraries, and builds probes into a cache."""

from assay.toolchain.build import BuildProblem
from assay.toolchain.commands import Command, Failure, Resolved, asked, probe_words, resolve
from assay.toolchain.detect import Absent, Tool, find_tool, survey
from assay.toolchain.filling import cache_root, own_python
from assay.toolchain.inventory import Standing, inventory

__all__ = [
    "Absent",
    "BuildProblem",
    "Command",
    "Failure",
    "Resolved",
    "Standing",
    "Tool",
    "asked",
    "cache_root",
    "find_tool",
    "inventory",
    "own_python",
    "probe_words",
    "resolve",
    "survey",
]
