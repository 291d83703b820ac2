#!/bin/sh
# Runs a command with what set-up fetched: the environment's programs come last on the PATH, so what the machine has comes
# first; and where there is no gcc or g++, C and C++ probes are built with the compiler that was fetched in its place.
here=$(cd "$(dirname "$0")/.." && pwd)
PATH="$PATH:$here/.venv/bin"
export PATH
stand_in() { # variable, what it stands for, what was fetched
    eval "chosen=\${$1:-}"
    if [ -z "$chosen" ] && ! command -v "$2" >/dev/null 2>&1 && [ -x "$here/.venv/bin/$3" ]; then
        export "$1=$here/.venv/bin/$3"
        echo "no $2 here: its part is taken by $("$here/.venv/bin/$3" --version | head -n 1)" >&2
    fi
}
stand_in ASSAY_CC gcc cc
stand_in ASSAY_CXX g++ c++
exec "$@"
