"""Assay puts concurrency claims to the test."""

__version__ = "0.1.0"
