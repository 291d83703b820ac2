"""The table of statistics is complete."""

from pathlib import Path

import assay.stats
from assay.stats.table import STATISTICS

FOLDER = Path(assay.stats.__file__).parent


def test_every_file_of_the_folder_is_in_the_table():
    text = (FOLDER / "table.py").read_text()
    files = {path.stem for path in FOLDER.glob("*.py")} - {"__init__", "table", "interval"}
    assert {name for name in files if f"from assay.stats.{name} import" not in text} == set()


def test_every_statistic_says_what_it_is():
    for row in STATISTICS.values():
        assert row.compute.__doc__, row.name
