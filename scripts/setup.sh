#!/bin/sh
# Finds a Python of at least 3.11 and hands over to setup.py. Words are passed on (see there).
set -eu
cd "$(dirname "$0")/.."

fits() { command -v "$1" >/dev/null 2>&1 && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

for candidate in ${ASSAY_PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
    if fits "$candidate"; then
        exec "$candidate" scripts/setup.py "$@"
    fi
done

echo "set-up: expected Python 3.11 or newer on the PATH, found none that runs." >&2
echo "Install one (Debian and Ubuntu: apt-get install python3), or name it: ASSAY_PYTHON=/path/to/python3 make setup" >&2
exit 2
