"""Luz in words and pictures: tricks remembered, deals scored, ties explained."""

import random
import re

import pytest

from tenluz.engine.game import WATCHER
from tenluz.games.luz.terminal.score import finished, ranking_lines
from tenluz.games.luz.terminal.turn import taken_tricks
from tenluz.terminal.style import Signs, Style
from tenluz.terminal.terminal_game import TerminalGame
from tests.terminal.at_keyboard import table, told_by

COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}


def told(number: int, **options: object) -> tuple[TerminalGame, list[list[str]]]:
    """A random game, told to everybody: the lines of each move."""
    players = int(str(options["players"]))
    at = table("luz", seats=["random"] * players, seed=f"{number:064x}", **options)
    chance = random.Random(number)
    lines = []
    while not at.match.over:
        learnt = at.play(at.match.seat, chance.choice(at.match.moves()))
        lines.append(told_by(at, learnt, WATCHER))
    return at, lines


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_bid_card_trick_and_deal_is_told(players):
    for number in range(4):
        at, lines = told(number, players=players)
        assert len(lines) == len(at.match.record.moves)
        tricks = deals = 0
        for text, (line, *more) in zip(at.match.record.moves, lines, strict=True):
            if text[0].isdigit():
                safety = r" \+ safety" if text.endswith("+") else ""
                assert re.search(rf" bids {int(text.rstrip('+'))} tricks?{safety}\.$", line)
            else:
                assert line.endswith(f" plays the {COLOURS[text[0]]} {text[1:]}.")
            tricks += sum(" takes the trick." in each for each in more)
            deals += sum(re.search(r": bid \d+\+?, won \d+, ", each) is not None for each in more)
        assert tricks == 40
        assert deals == 4 * players


def test_all_tricks_of_a_deal_and_all_deals_follow_from_what_was_told():
    at, _ = told(1, players=3)
    outcome = at.match.outcome().to_json()
    events = at.table_view(WATCHER).events
    assert [deal.points for deal in finished(events)] == outcome["deals"]
    assert all(sum(deal.tricks) == 10 for deal in finished(events))
    tricks = taken_tricks(events, 3)
    assert len(tricks) == 10
    for trick in tricks:
        led = trick.cards[trick.leader][0]
        trumps = [card for card in trick.cards if card[0] == "Y"]
        best = max(trumps or [c for c in trick.cards if c[0] == led], key=lambda c: int(c[1:]))
        assert trick.cards[trick.winner] == best


@pytest.mark.clause("S-4")
def test_earlier_tricks_are_shown_only_where_they_stay_open():
    for open_tricks in (False, True):
        at = table("luz", seats=["me"], open_tricks=open_tricks)
        while at.match.state.table.tricks_done < 3:
            at.play(at.match.seat, at.match.moves()[0])
        table_view = at.table_view(0)
        above, _ = at.text.draw(table_view, Style(100, 30, Signs()))
        text = "\n".join(at.text.look(table_view)) + above.plain
        tricks = taken_tricks(table_view.events, 3)
        # Faces still in the others' hands are seen; cards of the first trick are in no hand.
        shown = [card for card in tricks[0].cards if re.search(rf"\b{card}\b", text)]
        assert bool(shown) == open_tricks
        assert all(re.search(rf"\b{card}\b", text) for card in tricks[-1].cards)


@pytest.mark.clause("S-4")
@pytest.mark.parametrize("open_tricks", [False, True])
def test_who_comes_back_is_told_no_trick_again_that_lies_face_down(open_tricks):
    at = table("luz", seats=["me"], players=3, open_tricks=open_tricks)
    while at.match.state.table.tricks_done < 3:
        at.play(at.match.seat, at.match.moves()[0])
    again = [event.card for event in at.recent(0) if event.event == "card"]
    last = taken_tricks(at.table_view(0).events, 3)[-1]
    assert set(last.cards) <= set(again)
    assert (len(again) > 3) == open_tricks


def test_the_hand_shows_places_and_its_high_end():
    at = table("luz", seats=["me"])
    while at.match.state.table.phase != 3:
        at.play(at.match.seat, 0)
    while at.match.seat != 0:
        at.play(at.match.seat, at.match.moves()[0])
    table_view = at.table_view(0)
    _, below = at.text.draw(table_view, Style(80, 24, Signs()))
    names, numbers = below.plain.split("\n")
    for place in range(10):
        name = at.match.game.move_name(at.match.packed, table_view.view, 22 + place)
        assert re.search(rf"\b{name}\b", names)
    colours = {name[0] for name in re.findall(r"[RYGBP](?::\d)?", names.replace("Hand", ""))}
    assert names.count("+") == len(colours)
    assert len(numbers.split()) == len(table_view.choices())


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_picture_fits_its_terminal(width, players):
    at = table("luz", seats=["me"], players=players)
    style = Style(width, 24, Signs())
    chance = random.Random(1)
    while not at.match.over:
        for reader in (0, WATCHER):
            above, below = at.text.draw(at.table_view(reader), style)
            for line in (above.plain + "\n" + below.plain).split("\n"):
                assert len(line.rstrip()) <= width, line
        at.play(at.match.seat, chance.choice(at.match.moves()))
    for line in at.text.draw_score(at.table_view(0), style).plain.split("\n"):
        assert "(Z-18)" in line or len(line.rstrip()) <= width, line


def test_the_trump_is_marked_with_a_sun():
    at = table("luz", seats=["me"])
    above, _ = at.text.draw(at.table_view(0), Style(80, 24, Signs()))
    trumps = re.findall(r"Y\d+.", above.plain)
    assert trumps
    assert all(found.endswith(Signs().sun) for found in trumps)
    assert f"{Signs().sun} Yellow is trump" in above.plain


@pytest.mark.parametrize(
    ("last", "before", "why"),
    [
        ((10, 20, 0), (0, 0, 0), [None, None]),
        ((10, 20, 0), (10, 0, 0), ["last deal, 20 to 10", None]),
        ((20, 20, 0), (0, 0, 0), ["nearer to the first-player card", None]),
        ((20, 20, 20), (0, 0, 0), ["nearer to the first-player card"] * 2),
    ],
)
@pytest.mark.clause("Z-18")
def test_the_ranking_says_which_tie_break_decided(last, before, why):
    at, _ = told(2, players=3, deals=2)
    t = at.match.state.table
    for deal, points in enumerate((before, last)):
        for seat in range(3):
            t.points[deal, seat] = points[seat]
    at.table._views.clear()
    table_view = at.table_view(WATCHER)
    lines = ranking_lines(at.text, table_view.names, table_view.screen)
    for line, reason in zip(lines, why, strict=False):
        assert reason in line if reason else "ahead" not in line
    order = [["Ida", "Otto", "Mila"].index(line.split()[1].rstrip(",")) for line in lines[:3]]
    assert order == at.match.outcome().to_json()["ranking"]
