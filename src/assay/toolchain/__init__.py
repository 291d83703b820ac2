"""Finds compilers and runtimes, and builds probes into a cache."""
