"""The real bench: the native launcher, this machine's facts, the screen."""

import sys
from pathlib import Path

from assay.campaign.bench import Bench
from assay.cli.screen import Screen
from assay.run.request import Launcher


def native_launcher() -> Launcher:
    """The small native program that every measured process descends from."""
    from assay.catalogue import launcher_path
    from assay.run.native import NativeLauncher

    return NativeLauncher(launcher_path())


def simulated_launcher() -> Launcher:
    """Draws times from a law; what it reports is marked everywhere."""
    from assay.run.simulated import Behaviour, SimulatedLauncher
    from assay.run.simulated_probe import ProbeBehaviour

    return SimulatedLauncher({"*": Behaviour(probe=ProbeBehaviour())}, seed=1)


def machine_facts() -> dict[str, str]:
    """What may be known of this machine, without its name or the user's."""
    from assay.run.facts import machine_facts as facts

    return facts()


def bench_for(screen: Screen, runs: Path, *, wait: bool, simulate: bool = False) -> Bench:
    """Where and with what the verbs measure."""
    return Bench(
        launch=simulated_launcher if simulate else native_launcher,
        listener=screen,
        runs=runs,
        facts=machine_facts,
        invocation=("assay", *sys.argv[1:]),
        wait=wait,
    )
