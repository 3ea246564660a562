"""Curves for people: in the terminal, and as a picture."""

import math
from xml.etree import ElementTree

import pytest

from tenluz.train.curves import drawn, panel
from tenluz.train.figures import Curve, clock, count, ticks, told
from tenluz.train.plot import picture

SVG = "{http://www.w3.org/2000/svg}"
RISING = [(1000.0 * x, 0.5 - 0.5 * math.exp(-x / 5)) for x in range(1, 20)]


def test_a_rising_curve_goes_from_the_lower_left_to_the_upper_right():
    lines = drawn(RISING, 30, 6)
    assert [len(line) for line in lines] == [30] * 6
    empty = chr(0x2800)
    assert lines[0][0] == empty
    assert lines[0][-1] != empty
    assert lines[-1][0] != empty
    assert lines[-1][-1] == empty
    # Every column has a dot: the line has no holes.
    assert all(any(line[column] != empty for line in lines) for column in range(30))


@pytest.mark.parametrize("points", [[], [(5.0, 1.0)], [(1.0, 2.0), (2.0, 2.0)]])
def test_short_and_flat_curves_are_drawn_too(points):
    curve = Curve("x", "a figure", False, points)
    assert len(panel(curve, 40, 5)) == 6
    ElementTree.fromstring(picture("a title", "about", [curve]))


def test_a_picture_is_well_formed_and_keeps_its_lines_within_their_panels():
    curves = [
        Curve("won", "games <won> & lost", True, RISING, (("rules", 0.9), ("random", 0.0))),
        Curve("loss", "loss", False, [(x, -y) for x, y in RISING]),
        Curve("none", "never counted", False, []),
    ]
    root = ElementTree.fromstring(picture("Level 10 & more", "about", curves))
    width, height = float(root.get("width")), float(root.get("height"))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"Level 10 & more", "games <won> & lost", "loss", "rules", "random"} <= set(texts)
    assert "never counted" not in texts
    lines = list(root.iter(f"{SVG}polyline"))
    assert len(lines) == 2
    for line in lines:
        for point in line.get("points").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= width / 2
            assert 0 <= y <= height / 2 + 50


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (0.013, 0.0139), (-40, 20), (3, 3), (0, 0), (1e8, 1.3e8)]
)
def test_ticks_are_round_and_span_the_range(low, high):
    found = ticks(low, high, 5)
    assert found[0] <= low
    assert found[-1] >= high
    assert 2 <= len(found) <= 13
    step = found[1] - found[0]
    assert any(math.isclose(step / 10 ** math.floor(math.log10(step) + 1e-9), r) for r in (1, 2, 5))


def test_numbers_are_short():
    assert [count(n) for n in (950, 12_500, 3e6, 1.25e9)] == ["950", "12.5k", "3M", "1.25G"]
    assert [told(0.123, True), told(0.00123, False), told(33.31, False)] == [
        "12.3 %",
        "1.2e-03",
        "33.3",
    ]
    assert [clock(65), clock(3_700)] == ["1:05", "1:01:40"]
