#!/bin/sh
# Format, lint and types; changes nothing. Every check runs, then the status says whether all of them passed.
cd "$(dirname "$0")/.."
status=0
run() {
    echo "check: $1"
    shift
    "$@" || status=1
}
run "python format" .venv/bin/ruff format --check --quiet .
run "python lint" .venv/bin/ruff check --quiet .
run "python types" .venv/bin/mypy
sources=$(scripts/native_sources.sh)
if [ -n "$sources" ]; then
    # shellcheck disable=SC2086  # names are our own and hold no blanks
    run "c and c++ format" .venv/bin/clang-format --dry-run --Werror $sources
fi
run "go and rust format" scripts/go_and_rust_format.sh
[ "$status" -eq 0 ] && echo "check: all passed"
exit "$status"
