#!/bin/sh
# Runs a command with what set-up fetched: the environment's programs come last on the PATH, so what the machine has comes
# first; and where there is no gcc, C probes are built with the compiler that was fetched in its place.
here=$(cd "$(dirname "$0")/.." && pwd)
PATH="$PATH:$here/.venv/bin"
export PATH
if [ -z "${ASSAY_CC:-}" ] && ! command -v gcc >/dev/null 2>&1 && [ -x "$here/.venv/bin/cc" ]; then
    ASSAY_CC="$here/.venv/bin/cc"
    export ASSAY_CC
    echo "no gcc here: C is compiled by $("$ASSAY_CC" --version | head -n 1)" >&2
fi
exec "$@"
