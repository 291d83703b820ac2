#!/bin/sh
# Names the C and C++ sources that clang-format looks after, one a line.
cd "$(dirname "$0")/.."
for folder in launcher include probes workloads templates; do
    [ -d "$folder" ] && find "$folder" -type f \( -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.hpp' \)
done | sort
