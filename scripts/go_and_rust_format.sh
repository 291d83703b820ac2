#!/bin/sh
# Names each Go and Rust source that its language's formatter would write otherwise, and then fails; with --write it is
# written so. A formatter that is not here is named, and its language left out.
cd "$(dirname "$0")/.." || exit 1
folders="probes workloads templates"
write=$1
status=0
made=$(mktemp)
trap 'rm -f "$made"' EXIT
# Each source by itself, on standard input: a harness names a workload that lies beside it only in a build folder.
go_form() { gofmt; }
rust_form() { rustfmt --quiet --edition 2021 --config-path rustfmt.toml; }
look_at() {
    language=$1
    for source in $(find $folders -name "*.$2" | sort); do
        "${language}_form" <"$source" >"$made" || { echo "$source: cannot be read by the formatter of $language"; status=1; continue; }
        cmp -s "$made" "$source" && continue
        if [ "$write" = --write ]; then
            cat "$made" >"$source"
        else
            echo "$source: expected the form that make format gives it"
            status=1
        fi
    done
}
if command -v gofmt >/dev/null; then look_at go go; else echo "go left out: found no gofmt"; fi
if rustfmt --version >/dev/null 2>&1; then look_at rust rs; else echo "rust left out: found no rustfmt"; fi
exit $status
