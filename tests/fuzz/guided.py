"""Coverage-guided fuzzing of one target, where atheris is installed (it is no requirement of anything else).

    python -m pip install atheris        # into the environment that has Assay
    python tests/fuzz/guided.py probe -max_total_time=600 -timeout=2 build/fuzz/probe tests/fuzz/corpus/probe

Words after the target are libFuzzer's; the first folder takes what is found to reach new code.
"""

import os
import sys
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

import atheris  # noqa: E402

with atheris.instrument_imports(include=["assay"]):
    from tests.fuzz import targets


def main() -> None:
    act = targets.TARGETS[sys.argv.pop(1)]
    for folder in (word for word in sys.argv[1:] if not word.startswith("-")):
        Path(folder).mkdir(parents=True, exist_ok=True)
    atheris.Setup(sys.argv, lambda content: act(content) and None)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
