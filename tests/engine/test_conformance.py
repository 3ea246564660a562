"""The suite that any game can be held against: ours pass, and a broken game is told what is wrong.

Every broken game below is one of ours with a single fault in it.
"""

import dataclasses
import itertools
import random
import runpy
import sys
from typing import Any

import numpy as np
import pytest

from tenluz.engine import catalogue
from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.conformance import ConformanceError, check_game, random_options
from tenluz.engine.conformance.__main__ import main
from tenluz.engine.errors import NotLegal
from tenluz.engine.game import WATCHER
from tenluz.games.level10.game import Level10
from tenluz.games.luz.game import Luz
from tenluz.games.luz.rules.moves import TRICK
from tests.games.level10.careful import careful

GAMES = 1 if INTERPRETED else 40
SMALL = {"players": 3, "colours": 3, "values": 4, "hand": 3, "deals": 2}  # of Luz


@pytest.mark.parametrize("game", list(catalogue.games()), ids=lambda game: game.name)
def test_every_game_keeps_the_interface(game):
    found = check_game(game, GAMES)
    assert found.games == GAMES
    assert found.tables > GAMES / 4
    assert found.moves >= found.positions > GAMES


@pytest.mark.clause("L-14", "L-17")
def test_level_10_keeps_it_in_long_games_too():
    """By chance alone few games reach the end of the deck."""
    game = catalogue.game_named("level10")
    by_chance = check_game(game, GAMES, seed=1)
    assert check_game(game, GAMES, seed=1, choose=careful).moves > by_chance.moves


def test_options_drawn_at_random_are_of_many_kinds():
    game = catalogue.game_named("level10")
    drawn = [random_options(game, random.Random(seed)) for seed in range(200)]
    assert set(itertools.chain(*drawn)) == set(game.options_type.__dataclass_fields__)
    assert len({game.options(given) for given in drawn}) > 100


# --- broken games ----------------------------------------------------------------------------


def with_rules(base: type = Luz, **functions: Any) -> Any:
    """A game with some functions of its rules put in place of the right ones."""
    broken = type("Broken", (base,), {"rules": dataclasses.replace(base.rules, **functions)})
    return broken()


def after(name: str, change: Any, base: type = Luz) -> Any:
    """A game with a function that does something more in the end."""
    right = getattr(base.rules, name)

    def wrong(*arguments: Any) -> Any:
        found = right(*arguments)
        changed = change(*arguments)
        return found if changed is None else changed

    return with_rules(base, **{name: wrong})


def with_methods(base: type = Luz, **methods: Any) -> Any:
    return type("Broken", (base,), methods)()


def leak(o, s, seat, v):
    """The hidden own card at the first place is in the view."""
    if seat >= 0 and s.table.phase == TRICK:
        v.spare = s.hands.card[seat, 0]


def leak_to_watchers(o, s, seat, v):
    if seat == WATCHER and s.table.phase == TRICK:
        v.table.points[0, 0] = s.hands.card[0, 0]


def pass_on(o, v, rolls, s):
    s.table.seat = (s.table.seat + 1) % o.players


class Strange:
    moves = ()


counter = itertools.count()


def other_deals(self, given=None, **more):
    return Luz.options(self, {**(given or {}), "deals": next(counter) % 4 + 1})


BROKEN = {
    "choices": (
        after("choices", lambda o, v: (3, 0)),
        r"`choices` gives \[0, 1\] from the view.*Mend: rules\.choices",
    ),
    "a leak": (after("view", leak), r"a state drawn from the view gives another view, in spare"),
    "a leak to watchers": (
        after("view", leak_to_watchers),
        r"look different to a watcher.*Mend: rules\.view for seat -1",
    ),
    "the seat of a view": (
        after("view", lambda o, s, seat, v: setattr(v, "seat", 0)),
        r"the view says that it is of seat 0",
    ),
    "a view that is not written": (
        with_rules(view=lambda o, s, seat, v: setattr(v, "table", s.table)),
        r"not the same in a record that was used before: legal, hands\.held, .*Mend: rules\.view",
    ),
    "a sample": (after("sample", pass_on), r"gives another view, in table\.seat"),
    "a sample that writes": (
        after("sample", lambda o, v, rolls, s: setattr(v, "seat", 7)),
        r"`sample` has changed the view",
    ),
    "a view that writes": (
        after("view", lambda o, s, seat, v: setattr(s.table, "deal", 3)),
        r"watcher: the state is not the same after it was only looked at",
    ),
    "nobody on turn": (
        after("apply", lambda o, s, move: setattr(s.table, "seat", 6)),
        r"`table\.seat` is 6, which is no seat of 3.*after 1 moves",
    ),
    "no move": (after("legal", lambda o, s: (0, 0)), r"has no legal move.*Mend: rules\.legal"),
    "a move beyond the end": (with_methods(moves_end=9), r"all must be below `moves_end`, 9"),
    "no way on": (
        with_methods(stands_still=lambda self, o, state, move: True),
        r"every legal move of seat \d, .*, stands still.*Mend: stands_still, or word",
    ),
    "chance of its own": (
        after("apply", lambda o, s, move: setattr(s.table, "beads", next(counter) % 100)),
        r"made twice from the same state gives two states: they differ in table\.beads",
    ),
    "a turn that is passed on": (
        with_methods(mid_turn=lambda self, state: True),
        r"in the middle of its turn, and seat \d is on turn.*Mend: mid_turn",
    ),
    "too long": (
        with_methods(longest=lambda self, options: 5),
        r"has taken 6 moves, and `longest` says at most 5.*Mend: longest",
    ),
    "a name that means nothing": (
        with_methods(move_name=lambda self, o, view, move: f"move {move}"),
        r"NotUnderstood: 'MOVE0' is not a bid: .*Mend: the function of the game that raised it",
    ),
    "moves before the deal": (
        after("legal", lambda o, s: (1, 0)),
        r"there are legal moves although the cards are not dealt",
    ),
    "one name for all": (
        with_methods(move_name=lambda self, o, view, move: "it"),
        r"moves 0 and 1 are both called 'it'.*Mend: move_name",
    ),
    "a name for another": (
        with_methods(read_move=lambda self, o, view, text: (4,)),
        r"move 0 is called '0', which `read_move` takes for \(4,\)",
    ),
    "no reason": (
        with_methods(why_not=lambda self, o, view, move: "because"),
        r"gives 'because', and no NotLegal",
    ),
    "a reason of its own": (
        with_methods(why_not=lambda self, o, view, move: NotLegal("No", code="no")),
        r"refused with the code 'no' \(No\), which is none of `reasons`: over, .*Mend: reasons",
    ),
    "a reason without its values": (
        with_methods(why_not=lambda self, o, view, move: NotLegal("No", code="follow")),
        r"refused with 'follow' without colour",
    ),
    "reasons twice": (
        with_methods(reasons=property(lambda self: Luz().reasons * 2)),
        r"`reasons` has a code twice",
    ),
    "another screen": (
        with_methods(screen=lambda self, o, view: Strange()),
        r"`screen` gives a Strange, and `screen_type` is Screen",
    ),
    "a screen that is no JSON": (
        with_methods(
            screen=lambda self, o, view: dataclasses.replace(
                Luz.screen(self, o, view), moves={object()}
            )
        ),
        r"what `screen` gives cannot be written as JSON.*Mend: screen",
    ),
    "a screen without moves": (
        with_methods(
            screen=lambda self, o, view: dataclasses.replace(Luz.screen(self, o, view), moves=[])
        ),
        r"offers moves \[\], and \[0, 1, .*Mend: screen",
    ),
    "news of another kind": (
        with_methods(news=lambda self, o, before, after, own: [Strange()]),
        r"`news` gives a Strange, which is none of `event_type`",
    ),
    "options that change": (
        with_methods(options=other_deals),
        r"options written as .* are read as",
    ),
    "a deck with a card twice": (
        with_methods(shuffled_deck=lambda self, options, seed, deal: [0] * 12),
        r"does not hold the cards of the deck.*Mend: shuffled_deck",
    ),
    "one name for all cards": (
        with_methods(card_name=lambda self, card: "R1"),
        r"two cards have the same name",
    ),
    "more dealt than there is": (
        with_methods(dealt=lambda self, options: (99,)),
        r"99 cards are dealt from a deck of 12",
    ),
    "ways to deal that nobody can tell apart": (
        with_methods(ways_to_deal=lambda self, options: [(1,) * 3, (2,) * 3]),
        r"a deck has one `cut_card` where there are several `ways_to_deal`, else none",
    ),
    "a cut that is not in the deck": (
        with_methods(cut_card=lambda self, options: 99),
        r"a deck has one `cut_card` where .*Mend: cut_card, deck",
    ),
    "a shuffle that loses cards": (
        after("shuffle", lambda o, s, dice, deck: deck.fill(0)),
        r"the deck of `shuffle` does not hold",
    ),
    "a first seat that is not there": (
        after("shuffle", lambda o, s, dice, deck: 9),
        r"`shuffle` says that seat 9 is first",
    ),
    "another deal by dice": (
        after("deal_at_random", lambda o, s, dice: setattr(s.table, "deal", 3)),
        r"`deal_at_random` is not `shuffle` and then `deal`",
    ),
    "scores of two kinds": (
        after("score", lambda o, s, seat: 1_000),
        r"`outcome` has the scores .*, and `score` gives \[1000, 1000, 1000\]",
    ),
    "scores out of range": (
        with_methods(score_range=lambda self, options: (0, 1)),
        r"are not all within `score_range`, 0 to 1",
    ),
    "an outcome that is no JSON": (
        with_methods(
            outcome=lambda self, o, s: dataclasses.replace(
                Luz.outcome(self, o, s), ranking=(np.int64(0),)
            )
        ),
        r"the outcome cannot be written as JSON.*Mend: outcome",
    ),
    "turns in other letters": (
        with_methods(write_turn=lambda self, words: Luz.write_turn(self, words).replace("G", "R")),
        r"was made and is refused: .*Mend: rules\.turn, or word",
    ),
    "turns written in two ways": (
        with_methods(read_turn=lambda self, text: (3,)),
        r"the turn '.*' is read, and written as '3'",
    ),
    "a turn that is refused": (
        after("turn", lambda o, s, words, at, stop: 0),
        r"turn 0 of the record, '.*', was made and is refused",
    ),
    "a turn that does more": (
        after("turn", lambda o, s, words, at, stop: setattr(s.table, "beads", 99)),
        r"the record leads to another state",
    ),
    "nothing is hidden": (
        with_rules(sample=lambda o, v, rolls, s: None),
        r"gives another view",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_game_is_told_what_where_and_what_to_mend(fault):
    game, said = BROKEN[fault]
    with pytest.raises(ConformanceError, match=f"(?s)^luz: .*{said}") as told:
        check_game(game, 2, options=SMALL)
    assert "Where: " in str(told.value)
    assert "Mend: " in str(told.value)


def test_a_view_that_holds_everything_is_found():
    """Samples that are always the true state, because the view tells it."""
    true = []
    game = with_rules(
        Level10,
        view=lambda o, s, seat, v: (true.append(s.copy()), Level10.rules.view(o, s, seat, v))[1],
        sample=lambda o, v, rolls, s: _lay(s, true),
    )
    with pytest.raises(ConformanceError, match="never gave another state than the true one"):
        check_game(game, 2, options={"players": 2})


def _lay(s, true):
    for name in s.dtype.names:
        s[name] = true[-1][name]


# --- python -m -------------------------------------------------------------------------------


def test_the_command_says_how_much_was_looked_at(capsys):
    assert main(["level10", "2", "3"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("level10 keeps the interface: 2 games at 2 kinds of table, ")


def test_the_command_says_what_is_wrong(capsys, monkeypatch):
    game = with_methods(longest=lambda self, options: 5)
    monkeypatch.setattr("tenluz.engine.conformance.__main__.game_named", lambda name: game)
    assert main(["luz"]) == 1
    assert "Mend: longest" in capsys.readouterr().out


def test_the_command_says_which_games_there_are(capsys):
    assert main(["chess"]) == 1
    assert "Games are: level10, luz" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["luz", "many"], ["luz", "1", "2", "3"]])
def test_other_words_are_answered_with_help(words, capsys, monkeypatch):
    monkeypatch.delitem(sys.modules, main.__module__)
    monkeypatch.setattr(sys, "argv", ["conformance", *words])
    with pytest.raises(SystemExit, match="2"):
        runpy.run_module("tenluz.engine.conformance", run_name="__main__")
    assert "python -m tenluz.engine.conformance GAME" in capsys.readouterr().out
