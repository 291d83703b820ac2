#!/bin/sh
# The tour, from a bare checkout: the Python environment, what is going to be fetched, then scripts/tour.py.
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh python
scripts/setup.sh announce
exec .venv/bin/python scripts/tour.py
