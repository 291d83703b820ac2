#!/bin/sh
# Feeds the launcher's reader of requests with inputs that libFuzzer steers by the code they reach, for so many seconds.
# Needs clang with its fuzzer runtime (Debian: clang-19 libclang-rt-19-dev).
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
compiler=$(command -v clang++-19 || command -v clang++) || {
    echo "fuzz_launcher: expected clang++, found none; sudo apt-get install clang-19 libclang-rt-19-dev" >&2
    exit 3
}
folder=build/fuzz/launcher_request
mkdir -p "$folder/found"
"$compiler" -std=c++20 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
    -o "$folder/fuzz" tests/fuzz/launcher_request.cpp launcher/request.cpp
exec "$folder/fuzz" -max_total_time="$seconds" -max_len=4096 -timeout=1 -rss_limit_mb=1024 -print_final_stats=1 \
    -artifact_prefix="$folder/" "$folder/found" tests/fuzz/corpus/launcher_request
