"""The append-only record file, and the run folder around it."""
