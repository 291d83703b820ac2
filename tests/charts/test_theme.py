"""Colours can be read and told apart by everybody on both papers, and are named in specifications, never drawn so."""

from itertools import combinations

import pytest

from assay.charts.theme import DARK, LIGHT, PAGE, css, in_colours

WORDS = ("ink", "muted", "accent", "second", "third", "good", "bad", "doubt")
APART = (("accent", "second", "third"), ("good", "bad", "doubt", "accent"))
"""What stands beside each other in one picture."""
# Machado, Oliveira and Fernandes 2009: how the colour-blind see linear red, green and blue.
BLIND = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
}


def linear(colour: str) -> list[float]:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(rgb: list[float]) -> float:
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted(luminance(linear(colour)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(rgb: list[float]) -> list[float]:
    r, g, b = (min(1.0, max(0.0, part)) for part in rgb)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]


def distance(one: str, other: str, sight: str) -> float:
    seen = [
        [sum(w * part for w, part in zip(row, linear(c), strict=True)) for row in BLIND[sight]] for c in (one, other)
    ]
    return sum((a - b) ** 2 for a, b in zip(*map(lab, seen), strict=True)) ** 0.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("word", WORDS)
def test_every_colour_can_be_read_on_its_paper(theme, word):
    assert contrast(theme.colours[word], theme.colours["paper"]) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("sight", BLIND)
def test_colours_that_stand_beside_each_other_stay_apart(theme, sight):
    near = {
        (one, other): round(distance(theme.colours[one], theme.colours[other], sight))
        for group in APART
        for one, other in combinations(group, 2)
    }
    assert min(near.values()) >= 10, near


def test_the_distance_tells_what_looks_alike():
    assert distance("#ff0000", "#ff0000", "none") == 0
    assert distance("#b3261e", "#775a00", "deuteranopia") < distance("#b3261e", "#775a00", "none")


def test_all_palettes_have_the_same_names():
    assert LIGHT.colours.keys() == DARK.colours.keys() == PAGE.colours.keys()


def test_names_of_colours_are_replaced_wherever_they_stand():
    spec = {"color": "$ink", "layer": [{"expr": "x ? '$good' : '$bad'"}], "size": 3, "none": None}
    found = in_colours(spec, LIGHT)
    ink, good, bad = (LIGHT.colours[name] for name in ("ink", "good", "bad"))
    assert found == {"color": ink, "layer": [{"expr": f"x ? '{good}' : '{bad}'"}], "size": 3, "none": None}
    assert in_colours("$inkwell and $5", LIGHT) == "$inkwell and $5"


def test_what_a_reader_reads_is_left_alone():
    spec = {"title": "echo $ink", "scale": {"domain": ["$ink"], "range": ["$ink"]}, "text": {"color": "$ink"}}
    ink = LIGHT.colours["ink"]
    found = {"title": "echo $ink", "scale": {"domain": ["$ink"], "range": [ink]}, "text": {"color": ink}}
    assert in_colours(spec, LIGHT) == found


def test_a_page_says_each_colour_once_for_light_and_for_dark():
    text = css()
    for theme in (LIGHT, DARK):
        for name, colour in theme.colours.items():
            assert f"--{name}: {colour};" in text
    assert "prefers-color-scheme: dark" in text
    assert text.index("@media screen and (prefers") > text.index(LIGHT.colours["ink"])
    assert PAGE.colours["accent"] == "var(--accent)"
