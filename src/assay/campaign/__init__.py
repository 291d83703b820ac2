"""The story of a run: plan, measure round by round, look when a look is planned, analyse what the record holds.

Here study, plan, toolchain, run, store and analysis meet. Nothing here prints: whoever waits is told through a
listener, and what came out is returned.
"""
