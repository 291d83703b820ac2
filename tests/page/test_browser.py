"""The page in a browser: nothing is asked for, nothing goes wrong, nothing has to be scrolled sideways."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.page.chromium import Browser, chromium, program
from tests.page.made_pages import FEW, hostile_page, page_of

WIDTHS = (360, 768, 1280)
OVERFLOWING = """
[...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1
  && !one.closest('.wide, .drawing, pre, .contents, .skip, .spoken')).map(one => one.outerHTML.slice(0, 120))
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = program()
    if path is None:
        pytest.skip("this machine has no chromium; with it these run: sudo apt-get install chromium")
    with chromium(path) as opened:
        yield opened


def written(folder: Path, text: str) -> Path:
    page = folder / "report.html"
    page.write_text(text, encoding="utf-8")
    return page


@pytest.mark.parametrize("case", FEW)
def test_it_opens_without_a_request_or_a_complaint_and_fits_every_width(
    browser: Browser, tmp_path: Path, case: str
) -> None:
    page = written(tmp_path, page_of(case))
    for width in WIDTHS:
        browser.open(page, width)
        assert browser.requests == [page.resolve().as_uri()]
        assert browser.complaints == []
        assert browser.value("document.documentElement.scrollWidth") <= width
        assert browser.value(OVERFLOWING) == []


def test_a_page_that_asked_for_something_would_be_found_out(browser: Browser, tmp_path: Path) -> None:
    told = "<img src='other.png'><p style='width: 900px'>wide</p><script>console.log('here')</script>"
    page = written(tmp_path, f"<!doctype html><meta name=viewport content='width=device-width'>{told}")
    browser.open(page, 360)
    assert len(browser.requests) == 2
    assert browser.complaints
    assert browser.value(OVERFLOWING)


def test_a_command_that_would_be_a_program_does_not_run(browser: Browser, tmp_path: Path) -> None:
    browser.open(written(tmp_path, hostile_page()))
    assert browser.complaints == []
    assert browser.value("document.querySelectorAll('script').length") == 1


def test_dark_is_dark_by_the_system_and_by_the_button(browser: Browser, tmp_path: Path) -> None:
    page = written(tmp_path, page_of("ruled"))
    colour = "getComputedStyle(document.body).backgroundColor"
    browser.open(page)
    light = browser.value(colour)
    browser.value("document.querySelector('button.shade').click()")
    dark = browser.value(colour)
    assert dark != light
    browser.open(page, dark=True)
    assert browser.value(colour) == dark
    browser.value("document.querySelector('button.shade').click()")
    assert browser.value(colour) == light


def test_the_first_key_reaches_the_link_past_the_contents_and_shows_it(browser: Browser, tmp_path: Path) -> None:
    browser.open(written(tmp_path, page_of("faster")))
    browser.press("Tab")
    assert browser.value("document.activeElement.className") == "skip"
    assert browser.value("document.activeElement.getBoundingClientRect().left") >= 0


def test_keys_stop_at_what_can_be_scrolled_and_nowhere_else(browser: Browser, tmp_path: Path) -> None:
    page = written(tmp_path, page_of("ruled"))
    stops = "[...document.querySelectorAll('.wide, .drawing')].filter(one => one.tabIndex === 0).length"
    wider = "[...document.querySelectorAll('.wide, .drawing')].filter(one => one.scrollWidth > one.clientWidth).length"
    for width in (360, 1280):
        browser.open(page, width)
        assert browser.value(stops) == browser.value(wider)
    browser.open(page, 360)
    assert browser.value(stops) > 0


def test_a_link_to_a_claim_opens_it(browser: Browser, tmp_path: Path) -> None:
    browser.open(written(tmp_path, page_of("ruled")))
    assert browser.value("document.querySelector('details.ruling').open") is False
    browser.value("document.querySelector('.claims a.id').click()")
    opened = "new Promise(told => setTimeout(() => told(document.querySelectorAll('details.ruling[open]').length), 50))"
    assert browser.value(opened) == 1


def test_on_paper_there_is_no_navigation_and_the_band_is_there(browser: Browser, tmp_path: Path) -> None:
    browser.open(written(tmp_path, page_of("quick")))
    browser.ask("Emulation.setEmulatedMedia", media="print")
    shown = "[...document.querySelectorAll('{}')].map(one => getComputedStyle(one).display)"
    assert set(browser.value(shown.format(".contents, .shade, .skip"))) == {"none"}
    assert set(browser.value(shown.format(".bands"))) == {"block"}
    browser.ask("Emulation.setEmulatedMedia", media="")
    printed = tmp_path / "page.pdf"
    browser.paper(printed)
    assert printed.read_bytes().startswith(b"%PDF")
