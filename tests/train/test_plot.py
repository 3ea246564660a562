"""Curves for people: in the terminal, and as a picture."""

import math
from xml.etree import ElementTree

import pytest

from tenluz.train import plot
from tenluz.train.plot import Curve, clock, count, number_text

RISING = [(1000.0 * x, 0.5 - 0.5 * math.exp(-x / 5)) for x in range(1, 20)]
EMPTY = (" ", chr(0x2800))


def lines_of(curve, width, height):
    """A panel without its colours."""
    text = plot.panel(curve, width, height).replace("\x1b[0m", "")
    assert "\x1b" not in text
    return text.split("\n")


def test_a_rising_curve_goes_from_the_lower_left_to_the_upper_right():
    lines = lines_of(Curve("x", "a figure", True, RISING), 40, 6)
    assert [len(line) for line in lines] == [40] * 6
    assert lines[0].startswith("  48.9 % ")
    assert lines[-1].startswith("   9.1 % ")
    drawn = [line[9:] for line in lines]
    assert drawn[0][0] in EMPTY
    assert drawn[0][-1] not in EMPTY
    assert drawn[-1][0] not in EMPTY
    assert drawn[-1][-1] in EMPTY
    # Every column has a dot: the line has no holes.
    assert all(any(line[column] not in EMPTY for line in drawn) for column in range(31))


@pytest.mark.parametrize("points", [[(5.0, 1.0)], [(1.0, 2.0), (2.0, 2.0)], [(1.0, 0.0)]])
def test_short_and_flat_curves_are_drawn_too(points, tmp_path):
    curve = Curve("x", "a figure", False, points)
    assert len(lines_of(curve, 40, 5)) == 5
    assert "a figure" in texts(tmp_path, [curve])


def texts(folder, curves, title="a title"):
    """All text in a picture of some curves."""
    path = folder / "curves.svg"
    plot.save(path, title, "about\nand more", curves)
    return "\n".join(ElementTree.parse(path).getroot().itertext())


def test_a_picture_names_its_curves_and_what_they_are_compared_with(tmp_path):
    curves = [
        Curve("won", "games <won> & $lost$", True, RISING, (("rules", 0.9), ("random", 0.0))),
        Curve("loss", "loss", False, [(x, -y) for x, y in RISING], (("best", 40.0),)),
        Curve("none", "never counted", False, []),
    ]
    found = texts(tmp_path, curves, "Level 10 & more")
    shown = (
        "Level 10 & more",
        "about",
        "and more",
        "rules",
        "random",
        "best",
        "15k",
        "80 %",
        "decisions",
    )
    for text in (*shown, "games <won> & $lost$: 48.9 %", "loss: -0.489"):
        assert text in found, text
    assert "never counted" not in found
    first = (tmp_path / "curves.svg").read_bytes()
    texts(tmp_path, curves, "Level 10 & more")
    assert (tmp_path / "curves.svg").read_bytes() == first


def test_a_run_without_a_figure_yet_has_a_picture_too(tmp_path):
    assert "a title" in texts(tmp_path, [Curve("none", "never counted", False, [])])


def test_numbers_are_short():
    assert [count(n) for n in (950, 12_500, 3e6, 1.25e9)] == ["950", "12.5k", "3M", "1.25G"]
    assert [number_text(0.123, True), number_text(0.00123, False), number_text(33.31, False)] == [
        "12.3 %",
        "1.2e-03",
        "33.3",
    ]
    assert [clock(65), clock(3_700)] == ["1:05", "1:01:40"]
