"""The command line: parses, calls, prints; no decision lives here."""
