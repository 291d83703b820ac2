"""Findings to text, one file per format."""
