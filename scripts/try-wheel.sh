#!/usr/bin/env bash
# Builds the wheel from a clean clone, installs it into an empty environment, and uses it from there, outside any checkout:
# a comparison and a small study. Shows that launcher, probes, workloads and studies travel in the wheel.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$PWD/.venv/bin/python
[ -x "$python" ] || scripts/setup.sh python
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
say() { echo "wheel: $*"; }

say "a clean clone"
git clone --quiet . "$place/clone"

say "building (cmake and ninja are fetched as wheels where they are missing)"
"$python" -m pip --disable-pip-version-check wheel --quiet --no-deps --wheel-dir "$place/dist" "$place/clone"
ls -l "$place/dist" | awk 'NR > 1 { printf "wheel: %s, %.1f MB\n", $NF, $5 / 1e6 }'

say "into an empty environment"
"$python" -m venv --without-pip "$place/empty"
"$python" -m pip --disable-pip-version-check --python "$place/empty/bin/python" install --quiet "$place"/dist/*.whl
rm -rf "$place/clone"
mkdir "$place/elsewhere"
cd "$place/elsewhere"
export PATH="$place/empty/bin:$PATH" XDG_CACHE_HOME="$place/cache"
unset PYTHONPATH ASSAY_LAUNCHER

say "assay compare true 'sleep 0.01'"
assay compare --wait --rounds 6 --json true 'sleep 0.01' >compare.json
"$python" - <<'CHECK'
import json
from pathlib import Path

found = json.loads(Path("compare.json").read_text())
first = found["comparisons"][0]
assert found["schema"] == "assay/1", found["schema"]
assert first["verdict"] == "slower", first
assert first["ratio"] > 1, first
print(f"wheel: sleep 0.01 takes {first['ratio']:.1f} times as long as true, {first['rounds']} rounds")
CHECK

say "assay run on a small study of its own"
cat >study.toml <<'STUDY'
title = "Small: does the wheel carry what a study needs?"
source = "nobody: a check of the wheel"
question = "Does counting a hundred times as far take longer?"

[rounds]
quick = 6
full = 6

[factors]
probe = ["python"]
workload = ["count"]
step = [0]
model = ["serial"]
workers = [1]
total = [10000, 1000000]

[[families]]
name = "far"
question = "Does counting a hundred times as far take longer?"
metric = "work_wall_ns"
variants = [{ total = 10000 }, { total = 1000000 }]
STUDY
mkdir small && mv study.toml small/
assay list >list.txt
grep -q count list.txt
assay run --wait --json small >run.json
"$python" - <<'CHECK'
import json
from pathlib import Path

found = json.loads(Path("run.json").read_text())
first = found["comparisons"][0]
assert first["verdict"] == "slower", first
print(f"wheel: counting a hundred times as far takes {first['ratio']:.0f} times as long, {first['rounds']} rounds")
CHECK
say "assay new workload, from templates that came with it"
assay new workload mine --language python
assay plan mine/study.toml >plan.txt
grep -q "How does it scale" plan.txt
say "assay run on a study that came with it (published numbers only)"
assay run --wait --json batch >batch.json 2>/dev/null
"$python" - <<'CHECK'
import json
from pathlib import Path

claims = json.loads(Path("batch.json").read_text())["claims"]
assert len(claims) > 5, claims
assert any(claim["ruling"] != "cannot tell" for claim in claims), claims
print(f"wheel: {len(claims)} claims of study batch ruled on")
CHECK
say "works"
