"""Runs the trials of a plan through a launcher; never looks at what the times say."""
