#!/bin/sh
# Builds the probe with cargo and puts it into this folder. What is compiled on the way lies in a target folder that
# all builds of this probe share, so that each library is compiled once.
#   build.sh CARGO TARGET_FOLDER [words for cargo] -- [words for rustc]
# SPDX-License-Identifier: Apache-2.0
set -eu
cargo=$1 target=$2
shift 2
beside=$(dirname "$cargo")/rustc # a cargo that is not on the PATH has its compiler beside it
[ ! -x "$beside" ] || RUSTC=${RUSTC:-$beside}
export RUSTC="${RUSTC:-rustc}"
PROBE_VERSION=$("$RUSTC" --version)
export PROBE_VERSION
"$cargo" rustc --quiet --release --locked --target-dir "$target" "$@"
cp "$target/release/probe" probe
rm -rf "$target/release/deps/probe-"* "$target/release/.fingerprint/probe-"* # every build has a name of its own there
