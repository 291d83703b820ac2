"""Turns a study, a catalogue and a seed into a plan; pure, so that what is printed is what runs."""

from assay.plan.compare import compare_plan

__all__ = ["compare_plan"]
