"""A native launcher for a module of tests, and a mark by which the processes of one test are found."""

import uuid

import pytest

from assay.catalogue import launcher_path
from assay.run.native import NativeLauncher


@pytest.fixture(scope="module")
def launcher():
    with NativeLauncher(launcher_path()) as native:
        yield native


@pytest.fixture
def mark():
    """A word in the environment of a tree, by which its processes are found wherever they have gone."""
    return uuid.uuid4().hex
