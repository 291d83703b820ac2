#!/bin/sh
# The tour: published claims that arithmetic alone decides, while what builds the launcher is fetched; then one claim
# measured here, one change at a time; then two commands compared. Says before each part what it costs.
set -eu
cd "$(dirname "$0")/.."
log=build/setup.log
start=$(date +%s)

part() { printf '\n== %s   [%d s since the start]\n\n' "$1" $(($(date +%s) - start)); }

scripts/setup.sh python
scripts/setup.sh announce
mkdir -p build
scripts/setup.sh native >"$log" 2>&1 &
native=$!
trap 'kill "$native" 2>/dev/null; exit 130' INT TERM

part "1 of 3: what the published numbers say about themselves (arithmetic only, nothing is measured)"
.venv/bin/assay report --claims

part "2 of 3: a published claim measured here, one change at a time"
if ! wait "$native"; then
    cat "$log" >&2
    echo "tour: the launcher could not be built here (see above); parts 2 and 3 measure and are left out." >&2
    exit 3
fi
trap - INT TERM
PATH="$PATH:$PWD/.venv/bin"
.venv/bin/assay run tour
