"""`tenluz deal` gives the deck of a seed, for people and as a record."""

import json
import re
from typing import Any

import pytest

from tests.commands.running import Ran, tenluz

ZERO = "0" * 64


def hands(ran: Ran) -> list[list[str]]:
    """The cards of each line that holds some."""
    lines = [line for line in ran.lines if line.startswith(("Seat ", "Rest"))]
    return [line.partition(":")[2].split() for line in lines]


def record(*words: object) -> dict[str, Any]:
    ran = tenluz("deal", *words, "--json")
    assert ran.status == 0
    found = json.loads(ran.out)
    assert isinstance(found, dict)
    return found


def test_hands_and_pile_together_are_the_published_deck() -> None:
    ran = tenluz("deal", "level10", "--players", 3, "--pauses", 3, "--seed", ZERO)
    cards = hands(ran)
    assert ran.status == 0
    assert [len(hand) for hand in cards] == [6, 6, 6, 25]
    deck = [card for hand in cards for card in hand]
    assert deck[:9] == [
        "F3",
        "S6",
        "P",
        "D4",
        "S4",
        "F8",
        "M5",
        "V4",
        "F4",
    ]  # docs/shuffle.md, level10 43 0
    assert deck == record("level10", "--players", 3, "--pauses", 3, "--seed", ZERO)["deck"]


def test_luz_deals_four_times_and_tells_who_is_first() -> None:
    ran = tenluz("deal", "luz", "--players", 5, "--seed", ZERO)
    cards = hands(ran)
    assert len(cards) == 4 * 6
    assert cards[0][:4] == ["R1", "Y7", "B6", "R3"]  # docs/shuffle.md, luz 60 0
    assert cards[6][:4] == ["P2", "B12", "B1", "P8"]  # luz 60 1
    assert "First: seat 2" in ran.lines


def test_a_new_seed_is_told_so_that_the_deal_can_be_repeated() -> None:
    one, other = tenluz("deal", "luz"), tenluz("deal", "luz")
    assert one.out != other.out
    match = re.search(r"^Seed ([0-9a-f]{64})$", one.out, re.MULTILINE)
    assert match is not None
    assert tenluz("deal", "luz", "--seed", match[1]).out == one.out


def test_a_record_of_a_deal_of_luz_can_be_checked() -> None:
    ran = tenluz("check", "-", stdin=json.dumps(record("luz", "--players", 4)))
    assert json.loads(ran.out) == {"ok": True, "over": False, "turns": 0}


def test_a_record_of_a_deal_of_level10_waits_for_its_first_player() -> None:
    found = record("level10", "--players", 4)
    assert "first" not in found
    ran = tenluz("check", "-", stdin=json.dumps({**found, "first": 2}))
    assert json.loads(ran.out) == {"ok": True, "over": False, "turns": 0}


def test_alone_nobody_needs_to_choose() -> None:
    assert record("level10", "--players", 1)["first"] == 0


def test_options_go_into_the_record() -> None:
    words = ["--difficulty", "easy", "--edition", "ru", "--option", "last_reset=lost"]
    found = record("level10", "--players", 2, *words)
    agreed = {"players": 2, "pauses": 3, "edition": "ru", "last_reset": "lost"}
    assert found["options"] == agreed


def test_a_deal_without_rest_says_so() -> None:
    words = ["--players", 2, "--option", "values=2", "--option", "hand=5"]
    assert "Rest: nothing" in tenluz("deal", "luz", *words).lines


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["chess"], "There is no game 'chess'. Games are: level10, luz."),
        (["luz", "--seed", "12"], "A seed is 64 hexadecimal digits; this has 2."),
        (["luz", "--seed", "x" * 64], "A seed is 64 hexadecimal digits (0-9, a-f), without 'x'."),
        (["luz", "--pauses", "2"], "Luz has no option 'pauses'."),
        (["level10", "--players", "9"], "players must be a whole number from 1 to 5, not 9."),
    ],
)
def test_a_mistake_is_told_in_a_line_with_status_2(words: list[str], reason: str) -> None:
    ran = tenluz("deal", *words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"tenluz: {reason}")
    assert len(ran.err.splitlines()) == 1
