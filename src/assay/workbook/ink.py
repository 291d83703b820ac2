"""Formats of cells, names of sheets, and how a sheet comes out of a printer."""

import re
from typing import Any

PAPER_A4 = 9
LONGEST_NAME = 31
FORBIDDEN = re.compile(r"[\[\]:*?/\\']")
PLAIN = {"font_name": "Arial", "font_size": 10}
FORMS: dict[str, dict[str, object]] = {
    "text": {"indent": 1},
    "ratio": {"num_format": "0.000"},
    "share": {"num_format": "0.0%"},
    "time": {"num_format": "#,##0.000"},
    "count": {"num_format": "#,##0"},
    "words": {"indent": 1},
    "heading": {"bold": True, "text_wrap": True, "bottom": 1, "valign": "bottom", "indent": 1},
    "figures": {"bold": True, "text_wrap": True, "bottom": 1, "valign": "bottom", "align": "right"},
    "title": {"bold": True, "font_size": 14},
    "said": {"text_wrap": True, "valign": "top"},
    "key": {"bold": True, "text_wrap": True, "valign": "top"},
    "note": {"italic": True, "font_color": "#555555"},
    "band": {"bold": True, "bg_color": "#FFE08A", "border": 1, "text_wrap": True},
}
"""What stands in a cell -> how it looks."""


class Ink:
    """The formats of one workbook, each made once."""

    def __init__(self, book: Any) -> None:
        self._made = {
            name: book.add_format({"font_name": "Arial", "font_size": 10, **form}) for name, form in FORMS.items()
        }

    def __getitem__(self, form: str) -> Any:
        return self._made[form]


class Names:
    """Names of sheets: allowed, and each different from all the others."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, wanted: str) -> str:
        """The wanted name, or as near to it as a workbook allows."""
        base = FORBIDDEN.sub(" ", wanted).strip()[:LONGEST_NAME] or "sheet"
        name, number = base, 1
        while name.lower() in self._taken:
            number += 1
            name = f"{base[: LONGEST_NAME - len(str(number)) - 1]} {number}"
        self._taken.add(name.lower())
        return name


def set_to_print(sheet: Any, title: str, *, pages_high: int = 1, tall: bool = False) -> None:
    """A4, across unless `tall`, as wide as one page; `pages_high` 0 = as many as it takes."""
    if not tall:
        sheet.set_landscape()
    sheet.set_paper(PAPER_A4)
    sheet.set_margins(left=0.4, right=0.4, top=0.6, bottom=0.6)
    sheet.fit_to_pages(1, pages_high)
    sheet.set_footer(f"&L{title.replace('&', '&&')[:120]}&R&P of &N")
