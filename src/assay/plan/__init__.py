"""Turns a study, a catalogue and a seed into everything that will run."""
