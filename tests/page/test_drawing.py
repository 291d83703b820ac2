"""A drawing in a page is smaller, and looks and says the same."""

import re

from assay.page.drawing import slim

DOT = 'd="M2.83,0A2.83,2.83,0,1,1,-2.83,0A2.83,2.83,0,1,1,2.83,0"'
MARK = '<path aria-label="round {}" role="graphics-symbol" aria-roledescription="point" {} fill="red" opacity="1"/>'
HEAD = '<svg role="img" aria-label="what it shows" viewBox="0 0 9 9">'


def test_shapes_that_come_often_are_written_once_and_keep_their_words() -> None:
    found = slim(HEAD + "".join(MARK.format(n, DOT) for n in range(5)) + "</svg>", "a")
    assert found.count(DOT) == 1
    assert found.count('<use href="#a-shape0"') == 5
    assert re.findall(r'aria-label="round (\d)"', found) == list("01234")
    assert found.count('fill="red"') == 5


def test_shapes_that_are_rare_stay_where_they_are() -> None:
    found = slim(HEAD + MARK.format(1, DOT) + "</svg>", "a")
    assert "<use" not in found
    assert DOT in found


def test_its_own_words_stay_and_those_of_axes_go() -> None:
    axis = '<g role="graphics-symbol" aria-roledescription="axis" aria-label="Y-axis"><text>1</text></g>'
    found = slim(f"{HEAD}{axis}</svg>", "a")
    assert found == f"{HEAD}<g><text>1</text></g></svg>"


def test_words_that_look_like_attributes_are_not_touched() -> None:
    words = '<text>a opacity="1" b</text>'
    assert words in slim(f"{HEAD}{words}</svg>", "a")


def test_an_opacity_that_is_seen_stays() -> None:
    assert 'opacity="0.5"' in slim(f'{HEAD}<path opacity="0.5" d="M0,0L1,1"/></svg>', "a")


def test_what_has_no_extent_goes() -> None:
    nothing = '<path class="background" aria-hidden="true" d="M0,0h0v0h0Z"/><g/>'
    assert slim(f"{HEAD}{nothing}<path d='M0,0L1,1'/></svg>", "a") == f"{HEAD}<path d='M0,0L1,1'/></svg>"
