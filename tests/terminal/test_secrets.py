"""A screen shows what its reader may know: never an own value in Luz, never another's hand
in Level 10, never a hand before its owner says ready."""

import re
from collections.abc import Iterable

import numpy as np
import pytest

from tenluz.engine.game import WATCHER
from tenluz.games.level10.rules.moves import SWAP
from tenluz.games.luz.rules.moves import COLOUR
from tenluz.terminal.style import Signs, Style
from tenluz.terminal.terminal_game import TerminalGame
from tests.terminal.at_keyboard import (
    SEED,
    Listener,
    Terminal,
    picture,
    play,
    sit,
    table,
    told_by,
)

STYLE = Style(80, 24, Signs())
LEVEL10_CARD = re.compile(r"\b[DFSVM][1-8]\b")
LUZ_CARD = re.compile(r"\b[RYGBP](?:1[0-2]|[1-9])\b")
IN_WORDS = re.compile(r"\b(Desert|Forest|Sky|Volcano|Swamp|red|yellow|green|blue|purple) (\d+)\b")
LETTERS = {"Swamp": "M"}  # where it is not the first letter


def in_letters(line: str) -> str:
    """A line with the cards that it names in words written as D5 or R12."""
    return IN_WORDS.sub(lambda card: LETTERS.get(card[1], card[1][0].upper()) + card[2], line)


def all_words(at: TerminalGame, reader: int) -> str:
    """Everything that can be shown to a reader of a table now."""
    table_view, words = at.table_view(reader), at.text
    lines = [*words.opening(table_view), *words.look(table_view), *words.score(table_view)]
    if table_view.choices():
        lines += [
            *words.position(table_view),
            *words.refusals(table_view),
            words.question(table_view),
        ]
    above, below = words.draw(table_view, STYLE)
    return "\n".join([*lines, above.plain, below.plain])


# --- Luz: the own values -----------------------------------------------------------------------


def own_cards(at: TerminalGame, seat: int) -> set[str]:
    hands = at.match.state.hands
    return {
        at.match.game.card_name(hands.card[seat, place])
        for place in range(at.match.options.hand)
        if hands.held[seat] >> place & 1
    }


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_own_value_of_luz_is_ever_shown_to_its_owner(players):
    """Z-6: in every position of a game, to every seat."""
    at = table("luz", seats=[f"P{n}a" for n in range(players)], players=players)
    while not at.match.over:
        for seat in range(players):
            cards = set(LUZ_CARD.findall(all_words(at, seat)))
            assert not cards & own_cards(at, seat)
            for other in range(players):
                assert seat == other or own_cards(at, other) <= cards
        assert not set(LUZ_CARD.findall(all_words(at, WATCHER))) & own_cards(at, 0)  # S-6
        at.play(at.match.seat, at.match.moves()[at.moves % len(at.match.moves())])


def test_a_luz_game_through_a_pipe_never_prints_an_own_value_before_it_is_played(tmp_path):
    ran = play(tmp_path, "luz", "--seed", SEED, keys=["2", "1"] * 100)
    at = table("luz", seats=["me"])
    deal = 0
    hidden = own_cards(at, 0)
    seen = 0
    for line in ran.stdout.splitlines():
        line = in_letters(line)
        begins = re.match(r"Deal (\d)\. ", line)
        if begins and int(begins[1]) > 1:
            assert not hidden
            deal = int(begins[1]) - 1
            deck = at.match.game.shuffled_deck(at.match.options, bytes.fromhex(SEED), deal)
            hidden = {at.match.game.card_name(card) for card in deck[:10]}
        played = re.match(r"You play the (\w\d+)\.", line)
        if played:
            hidden.remove(played[1])
            seen += 1
        assert not hidden & set(LUZ_CARD.findall(line)), line
    assert seen == 40


def test_two_deals_that_differ_only_in_the_own_hand_look_the_same_to_its_owner():
    first, second = table("luz", seats=["me"]), table("luz", seats=["me"])
    deck = list(second.match.record.decks[0])
    swaps = 0
    for place in range(10):
        for aside in range(40, 50):
            if deck[place] // COLOUR == deck[aside] // COLOUR:
                deck[place], deck[aside] = deck[aside], deck[place]
                swaps += 1
    assert swaps > 3
    match = second.match
    match.state = match.game.new_state(match.packed)
    match.game.rules.deal(match.packed, match.state, np.array(deck, np.int64), match.record.first)
    second.table._views.clear()  # made of the other deal
    assert own_cards(first, 0) != own_cards(second, 0)
    assert all_words(first, 0) == all_words(second, 0)
    assert all_words(first, WATCHER) == all_words(second, WATCHER)
    assert all_words(first, 1) != all_words(second, 1)


# --- Level 10: hidden cards ---------------------------------------------------------------------


class Reader(Listener):
    """A screen that knows which cards its reader may see."""

    def __init__(self, at: TerminalGame, keys: Iterable[str]) -> None:
        super().__init__(keys)
        self.at = at
        self.known: set[str] = set()

    def tell(self, lines: Iterable[str], *, aside: bool = False) -> None:
        state, name = self.at.match.state, self.at.match.game.card_name
        open_cards = state.table.placed_cards | state.table.under
        now = {name(c) for c in range(40) if (state.hands[0] | open_cards) >> c & 1}
        self.known |= now  # what was seen once stays known: cards that were tucked
        lines = list(lines)
        if not self.at.match.over:
            for line in lines:
                assert set(LEVEL10_CARD.findall(in_letters(line))) <= self.known, line
        super().tell(lines)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_card_of_level_10_is_named_before_its_reader_may_know_it(players, tmp_path):
    from tenluz.terminal.session import Session

    for number in range(6):
        at = table("level10", seats=["me"], seed=f"{number:064x}", players=players)
        keys = ["", *(["1", "look", "?", "hint", "3"] * 200)]
        screen = Reader(at, keys)
        Session(at, screen, tmp_path / "save.json", tmp_path / "record.json", 0.0).run(fresh=True)
        assert at.match.over


def test_of_a_swap_others_learn_only_how_many_cards(tmp_path):
    """L-8: the same game but for the cards tucked is told to others in the same words."""
    told = []
    for tucked in ("R>D/{0},{1}", "R>D/{2},{3}"):
        at = table("level10", seats=["Ann", "Bob"], players=2)
        for _ in range(2):
            at.play(at.match.seat, at.match.moves()[0])
        hand = at.match.view(0).hand
        cards = [at.match.game.card_name(card) for card in range(40) if hand >> card & 1]
        view = at.match.view(0)
        moves = at.match.game.read_move(at.match.packed, view, tucked.format(*cards))
        lines = []
        for move in at.match.plan_turn(0, moves):
            learnt = at.play(0, move)
            for reader in (WATCHER, 1):
                lines += told_by(at, learnt, reader)
        told.append(lines)
        assert at.match.state.table.phase != SWAP
    assert told[0] == told[1]
    assert told[0].count("Ann puts a card under the deck.") == 4  # two cards, two readers
    assert told[0].count("Ann draws 2 cards.") == 2


def test_the_drawn_card_is_told_to_its_owner_only(tmp_path):
    at = table("level10", seats=["me"], players=2)
    _, screen = sit(at, ["", "1"], tmp_path)
    drawn = [line for line in screen.lines if line.startswith("You drew ")]
    assert len(drawn) == 1
    assert re.fullmatch(r"You drew ([DFSVM]\d|Pause)\.", in_letters(drawn[0]))
    assert "Otto draws a card." in screen.lines


# --- several people at one keyboard ---------------------------------------------------------------

READY = re.compile(r"(\w+), it is your turn\. Press Enter when only you see the screen >")


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_a_hand_is_printed_only_after_its_owner_says_ready(game, tmp_path):
    players = 3
    at = table(game, seats=["Ann", "Bob", "rules"], players=players)
    keys = [key for _ in range(60) for key in ("", "1")]
    if game == "level10":
        keys = ["", "", "", "", *keys]
    _, screen = sit(at, keys, tmp_path)
    ready, mover, shown = "", "", 0
    for line in screen.lines:
        asked = READY.fullmatch(line)
        moved = re.match(r"(?:Who starts\? )?(Ann|Bob|Mila)(?: plays| bids|: (?:Ann|Bob))", line)
        if asked:
            ready, mover = asked[1], ""
        elif moved:
            mover = moved[1]
        elif line.startswith(("Your hand", "You: ")):
            # Nobody else has moved since its owner said ready.
            assert ready
            assert mover in ("", ready)
            shown += 1
    assert shown > 5
    assert not any(line.startswith(("You play ", "You bid ")) for line in screen.lines)


def test_a_hot_seat_player_hears_in_private_what_was_drawn(tmp_path):
    at = table("level10", seats=["Ann", "Bob"], players=2)
    _, screen = sit(at, ["", "", "", "", "", "1", "", "1", ""], tmp_path)
    drawn = [n for n, line in enumerate(screen.lines) if line.startswith("You drew ")]
    assert drawn
    assert READY.fullmatch(screen.lines[drawn[0] - 1])


def test_a_coloured_screen_is_covered_before_the_next_person(tmp_path):
    words = [
        "luz",
        "--seed",
        SEED,
        "--seat",
        "Ann",
        "--seat",
        "Bob",
        "--players",
        "3",
        "--pace",
        "0",
    ]
    terminal = Terminal(tmp_path, *words)
    shown = terminal.until("only you see the screen >")
    assert not LUZ_CARD.findall("\n".join(picture(shown)))
    terminal.type("")
    shown = terminal.until("Your bid (? explains) >")
    assert len(set(LUZ_CARD.findall("\n".join(picture(shown))))) == 20
    terminal.type("2")
    shown = terminal.until("only you see the screen >")
    assert "\x1b[3J" in shown  # what scrolled away is gone, too
    assert not LUZ_CARD.findall("\n".join(picture(shown)))
    terminal.type("quit")
    assert terminal.close() == 0
