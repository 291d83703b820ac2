"""Reads a study file once, into typed values, and reports every mistake at once."""
