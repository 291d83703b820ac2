"""A workbook as its XML says it is: cells, formulas with their values, charts, and how it prints."""

import io
import re
import zipfile
from xml.etree import ElementTree

from assay.workbook.book import write_book

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


class Opened:
    """The sheets of a workbook by their names."""

    def __init__(self, several):
        stream = io.BytesIO()
        write_book(several, stream)
        self.archive = zipfile.ZipFile(stream)
        self.strings = self._strings()
        book = self._xml("xl/workbook.xml")
        targets = {one.get("Id"): one.get("Target") for one in self._xml("xl/_rels/workbook.xml.rels")}
        self.files = {one.get("name"): f"xl/{targets[one.get(f'{RELATED}id')]}" for one in book.find(f"{MAIN}sheets")}
        self.areas = {one.text for one in book.iter(f"{MAIN}definedName") if one.get("name") == "_xlnm.Print_Area"}

    def _xml(self, name):
        return ElementTree.fromstring(self.archive.read(name))

    def _strings(self):
        return ["".join(part.itertext()) for part in self._xml("xl/sharedStrings.xml")]

    def text(self, sheet):
        """All words on it."""
        return "\n".join(value for value in self.cells(sheet).values() if isinstance(value, str))

    def cells(self, sheet):
        """Address -> what is shown there."""
        found = {}
        for cell in self._xml(self.files[sheet]).iter(f"{MAIN}c"):
            value = cell.find(f"{MAIN}v")
            if value is not None:
                found[cell.get("r")] = self.strings[int(value.text)] if cell.get("t") == "s" else float(value.text)
        return found

    def formulas(self, sheet):
        """Address -> formula."""
        found = self._xml(self.files[sheet]).iter(f"{MAIN}c")
        return {cell.get("r"): cell.find(f"{MAIN}f").text for cell in found if cell.find(f"{MAIN}f") is not None}

    def print_setup(self, sheet):
        return self._xml(self.files[sheet]).find(f"{MAIN}pageSetup").attrib

    def charts(self):
        """The XML of each."""
        return [self.archive.read(name).decode() for name in self.archive.namelist() if "/charts/chart" in name]


def range_of(cells, text):
    """The numbers in a range of one column, empty cells left out."""
    column, first, last = re.fullmatch(r"\$([A-Z]+)\$(\d+):\$[A-Z]+\$(\d+)", text).groups()
    places = (f"{column}{row}" for row in range(int(first), int(last) + 1))
    return [cells[place] for place in places if place in cells]
