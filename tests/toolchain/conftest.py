"""A cache of its own for each test, and small workloads made on the spot."""

import pytest

from assay.catalogue import load_catalogue

DECLARATION = """
name = "{name}"
title = "Made for a test"
summary = "Does what its C file says."
unit = "task"
check = "not at all"
"""
HEAD = '#include "probe.h"\n'
PREPARE = """void *prepare(struct parameters *p, struct task *t, int n, int d) {
    (void)p, (void)t, (void)n, (void)d;
    return NULL;
}
"""
CHECK = "bool check(void *s, char e[ANSWER_LENGTH], char f[ANSWER_LENGTH]) { (void)s, e[0] = f[0] = 0; return true; }\n"


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "assay"


@pytest.fixture
def catalogue_with(tmp_path):
    """A catalogue that also has a C workload with the given `operate`."""

    def make(operate, name="made"):
        folder = tmp_path / "own" / "workloads" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "workload.toml").write_text(DECLARATION.format(name=name))
        (folder / "workload.c").write_text(HEAD + PREPARE + CHECK + operate)
        return load_catalogue(tmp_path / "own")

    return make


@pytest.fixture
def program(tmp_path):
    """A program on disk that says something."""

    def make(name, says, status=0):
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\ncat <<'END'\n{says}\nEND\nexit {status}\n")
        path.chmod(0o755)
        return path

    return make
