"""What bots of Level 10 wish, answer and hear: legal, meant, heeded, and with an end."""

import dataclasses
from typing import Any

import pytest

from tenluz.bots.bot import Player, player
from tenluz.bots.registry import bot_named
from tenluz.engine.dice import new_dice
from tenluz.engine.game import moves_in
from tenluz.games.level10.bots.hands import no_fit, unseen_cards
from tenluz.games.level10.bots.said_moves import named
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.notation import WORLDS, move_name
from tenluz.games.level10.rules.moves import LEVEL_BITS, OVER, ROW, ROW_BITS
from tenluz.lab.talking import NoEnd, TalkingTable, Utterance
from tests.games.level10.table import Table, table

LEVELS = ("novice", "rules", "expert")  # `champion` says and hears what `expert` does


def bot(name: str) -> Player:
    return player(bot_named(LEVEL10, name))


def says(name: str, seen: Table, seat: int) -> dict[str, Any] | None:
    """What a bot says, counts left out: they are told first."""
    while (said := bot(name).statement(seen.o, seen.view(seat))) is not None:
        if said["kind"] != "count":
            return dict(said)
        assert seen.say(seat, f"{seen.count(seat, said['world'])} {WORLDS[said['world']]}") is None
    return None


def moves(name: str, seen: Table) -> str:
    return move_name(bot(name).move(seen.o, seen.view(seen.seat), new_dice(1)))


def only_forest_left(mine: str = "F1 V1 S8 M8 V8 S7", **options: Any) -> Table:
    """Seat 2 waits for seat 1; the column has its reset, and only the forest takes a card of it."""
    hands = ["D8", mine, "D1 D2 D3 D4 D5 F5"]
    return table(players=3, pauses=0, hands=hands, **options).play("R>D")


# --- what they wish --------------------------------------------------------------------------


@pytest.mark.clause("L-22")
@pytest.mark.parametrize("name", LEVELS)
def test_who_could_be_stuck_wishes_for_the_only_row_and_plays_there(name: str) -> None:
    seen = only_forest_left()
    assert says(name, seen, 2) == {"kind": "card", "world": 1}
    seen.say(2, "card F")
    assert says(name, seen, 2) is None, "once is enough"
    seen.play("V1")
    assert moves(name, seen) == "F5"


@pytest.mark.clause("L-22")
@pytest.mark.parametrize("name", LEVELS)
def test_who_can_play_nothing_wishes_for_the_reset_and_plays_it(name: str) -> None:
    hands = ["D1", "F1 F2 V1 V2 S1 S2", "D2 D3 D4 D5 D6 D7"]
    seen = table(players=3, pauses=0, hands=hands).play("D1")
    said = says(name, seen, 2)
    assert said is not None
    assert said["kind"] == "reset"
    world = WORLDS[said["world"]]
    seen.say(2, f"reset {world}")
    seen.play(next(card for card in ("F1", "V1") if card[0] != world))
    assert moves(name, seen) == f"R>{world}"


@pytest.mark.parametrize("name", LEVELS)
def test_who_has_a_choice_or_a_pause_or_waits_for_another_column_wishes_nothing(name: str) -> None:
    hands = ["D8", "F1", "D1 D2 D3 D4 S5 F5"]
    assert says(name, table(players=3, pauses=0, hands=hands).play("R>D"), 2) is None
    hands = ["D8", "F1", "D1 D2 D3 D4 P F5"]
    assert says(name, table(players=3, pauses=1, hands=hands).play("R>D"), 2) is None
    seen = only_forest_left()
    seen.table.open = 2  # the forest, which seat 1 fills
    assert says(name, seen, 2) is None


# --- what they hear --------------------------------------------------------------------------


@pytest.mark.clause("L-22")
@pytest.mark.parametrize("name", LEVELS)
def test_a_wish_heard_changes_the_move_where_another_is_nearly_as_good(name: str) -> None:
    seen = only_forest_left()
    assert moves(name, seen) == "F1"
    seen.say(2, "card F")
    assert moves(name, seen) == "V1"


@pytest.mark.parametrize("name", LEVELS)
def test_a_wish_is_not_worth_a_bad_move(name: str) -> None:
    seen = only_forest_left("F1 V8 S8 M8 D6 D7")
    seen.say(2, "card F")
    assert moves(name, seen) == "F1"


@pytest.mark.clause("L-23")
@pytest.mark.parametrize("name", LEVELS)
def test_advice_is_answered_with_yes_and_followed(name: str) -> None:
    """Seat 1 must reset; where, it takes from who advises it."""
    hands = ["D1", "D2 D3 D4 D5 D6 D7", "F1 V1 S1 M1"]
    seen = table(players=3, pauses=0, hands=hands).play("D1")
    own = moves(name, seen)
    advised = next(world for world in "FSV" if own != f"R>{world}")
    assert seen.say(0, f"reset {advised} to 1") is None
    assert says(name, seen, 1) == {"kind": "reset", "world": WORLDS.index(advised)}
    seen.say(1, f"reset {advised}")
    assert moves(name, seen) == f"R>{advised}"


@pytest.mark.parametrize("name", LEVELS)
def test_bad_advice_gets_no_yes(name: str) -> None:
    seen = only_forest_left("F1 V8 S8 M8 D6 D7", edition="ru")
    assert seen.say(0, "card V to 1") is None
    assert says(name, seen, 1) is None
    assert moves(name, seen) == "F1"


@pytest.mark.clause("R-13")
@pytest.mark.parametrize("name", LEVELS)
def test_who_gives_way_says_so_where_that_may_be_said_to_others(name: str) -> None:
    for edition, answer in (("ru", {"kind": "card", "world": 1, "to": 2}), ("fr", None)):
        seen = only_forest_left(edition=edition)
        seen.say(2, "card F")
        assert says(name, seen, 1) == answer
        if answer:
            assert seen.say(1, "card F to 2") is None
            assert says(name, seen, 1) is None, "once is enough"
            assert moves(name, seen) == "V1"


@pytest.mark.clause("L-22")
def test_who_wishes_to_play_is_taken_to_hold_a_card_that_fits() -> None:
    seen = only_forest_left()
    o, ahead = seen.o, 0b1110_0000  # 6, 7, 8
    view = seen.view(1)
    unseen = unseen_cards(o, view, LEVEL_BITS)
    assert no_fit(o, view, view.hand, unseen, 2, 1, ahead) > 0
    seen.say(2, "card F")
    view = seen.view(1)
    assert no_fit(o, view, view.hand, unseen, 2, 1, ahead) == 0


# --- whole games -------------------------------------------------------------------------------


@pytest.mark.clause("L-22", "L-23", "R-13")
@pytest.mark.parametrize("options", [{}, {"edition": "ru"}, {"advice": "none"}], ids=str)
@pytest.mark.parametrize("name", LEVELS)
def test_what_they_say_is_legal_true_meant_and_has_an_end(
    name: str, options: dict[str, Any]
) -> None:
    """`TalkingTable` makes every statement as a person's is made: what is not legal raises. A
    wish is then done, unless somebody has taken it."""
    o = LEVEL10.options(players=3, pauses=1, first_player="dealt", **options).packed()
    games = 3 if name == "expert" else 12
    kept = broken = 0
    for number in range(games):
        at = TalkingTable(LEVEL10, o, [bot(name)] * 3, new_dice(2, number), new_dice(3, number))
        wanted: dict[int, int] = {}  # by seat, the moves that it has said it will make

        def listen(
            heard: Utterance, at: TalkingTable = at, wanted: dict[int, int] = wanted
        ) -> None:
            nonlocal kept, broken
            table = at.state.table
            if heard.said is None:
                if heard.seat == table.seat and heard.view.legal & wanted.get(heard.seat, 0):
                    move = bot(name).move(o, heard.view, new_dice(3))
                    kept += wanted[heard.seat] >> move & 1
                    broken += not wanted[heard.seat] >> move & 1
                if heard.seat == table.seat:
                    wanted.pop(heard.seat, None)
                return
            said = heard.said
            if said["kind"] == "count":
                return
            if "to" in said:
                assert o.advice == 2 or (o.advice == 1 and said["kind"] == "reset")
                return
            row = int(str(said["world"]))
            wanted[heard.seat] = named(1 << (row if said["kind"] == "card" else row + 5))
            if said["kind"] == "card":
                assert heard.view.hand & table.fits & (ROW_BITS << (row * ROW))
            else:
                assert table.stock >> row & 1
                assert not table.reset_here

        at.play(listen)
        assert at.state.table.phase == OVER
        assert at.said < 120
    assert kept > 0
    assert broken <= kept // 10  # it would have lost at once


def test_a_bot_without_an_end_is_named() -> None:
    chatter = dataclasses.replace(
        bot_named(LEVEL10, "rules"), statement=lambda o, v: {"kind": "count", "world": 0}
    )
    o = LEVEL10.options(players=2).packed()
    at = TalkingTable(LEVEL10, o, [Player(chatter)] * 2, new_dice(2), new_dice(3))
    with pytest.raises(NoEnd, match="rules talks without an end"):
        at.play()


def test_games_are_the_same_where_nobody_speaks() -> None:
    """Ears cost nothing: silent games have no wishes, so the moves are those of the views alone."""
    o = LEVEL10.options(players=3, pauses=0, first_player="dealt", open_counts=True).packed()
    at = TalkingTable(LEVEL10, o, [bot("rules")] * 3, new_dice(2), new_dice(3))
    at.play(silent=True)
    assert (at.said, int(at.state.table.phase)) == (0, OVER)
    assert not any(at.state.table.wishes)
    assert list(moves_in(*LEVEL10.rules.legal(o, at.state))) == []
