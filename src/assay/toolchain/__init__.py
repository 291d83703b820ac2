"""Finds compilers and runtimes, and builds probes into a cache."""

from assay.toolchain.build import BuildProblem, cache_root
from assay.toolchain.commands import Command, Failure, Resolved, asked, probe_words, resolve
from assay.toolchain.detect import Absent, Tool, find_tool, survey

__all__ = [
    "Absent",
    "BuildProblem",
    "Command",
    "Failure",
    "Resolved",
    "Tool",
    "asked",
    "cache_root",
    "find_tool",
    "probe_words",
    "resolve",
    "survey",
]
