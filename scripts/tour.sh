#!/bin/sh
# The tour, from a bare checkout: the Python environment, what is going to be fetched, then scripts/tour.py.
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh python
scripts/setup.sh announce
PATH="$PATH:$PWD/.venv/bin" # last: a compiler that is here comes before one that was fetched
export PATH
exec .venv/bin/python scripts/tour.py
