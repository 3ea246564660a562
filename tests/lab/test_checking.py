"""Records are played through the rules: what holds, what does not, and the first reason why."""

import json
from typing import Any

import pytest

from tenluz.engine.catalogue import game_named
from tenluz.engine.record import GameRecord
from tenluz.lab.checking import check, play_again
from tests.games_played import played


def checked(record: GameRecord) -> dict[str, Any]:
    """What `tenluz check` says of a record."""
    return check(json.dumps(record.to_json()))


def level10(*hands: str, pile: str = "", moves: str = "", **options: Any) -> GameRecord:
    """A record of Level 10 with these hands and this pile; cards not named lie below them."""
    game = game_named("level10")
    agreed = game.options({"players": len(hands), "pauses": 0, **options})
    numbers = {game.card_name(card): card for card in game.deck(agreed)}
    named = [numbers[name] for name in " ".join([*hands, pile]).split()]
    rest = game.deck(agreed)
    for card in named:
        rest.remove(card)
    return GameRecord(game, agreed, [named + rest], 0, moves.split())


# --- records that hold ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *(("level10", {"players": players}) for players in range(1, 6)),
        *(("luz", {"players": players}) for players in range(3, 6)),
        ("level10", {"players": 2, "worlds": 3, "columns": 3, "pauses": 1}),
        ("luz", {"players": 2, "values": 4, "hand": 3, "deals": 2}),
    ],
)
def test_a_whole_game_holds_and_comes_out_as_it_did(game: str, options: dict[str, Any]) -> None:
    for number in range(10):
        match = played(game, number, **options)
        assert checked(match.record) == {
            "ok": True,
            "over": True,
            "turns": len(match.record.moves),
            "outcome": match.outcome().to_json(),
        }


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_a_game_may_stop_before_its_end(game: str) -> None:
    record = played(game, 1).record
    for turns in range(len(record.moves)):
        short = GameRecord(record.game, record.options, record.decks, record.first, [], None)
        short.moves = record.moves[:turns]
        assert checked(short) == {"ok": True, "over": False, "turns": turns}


@pytest.mark.parametrize(("game", "players"), [("level10", 1), ("luz", 4)])
def test_playing_a_record_again_gives_the_same_bytes(game: str, players: int) -> None:
    for number in range(20):
        match = played(game, number, turns=10 * number, players=players)
        assert play_again(match.record).state.tobytes() == match.state.tobytes()


def test_who_made_each_turn_is_known() -> None:
    match = played("luz", 5, players=3)
    seats = play_again(match.record).seats
    first = (match.record.first + 1) % 3
    assert seats[:3] == [first, (first + 1) % 3, (first + 2) % 3]
    assert len(seats) == len(match.record.moves)


# --- records that do not -----------------------------------------------------------------------


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_moves_after_the_end_are_an_error_at_the_first_of_them(game: str) -> None:
    record = played(game, 1).record
    turns = len(record.moves)
    extra = record.moves[0]
    record.moves += [extra, extra]
    result = checked(record)
    assert (result["ok"], result["at"], result["move"]) == (False, turns, extra)
    assert result["why"].startswith("The game is over")


def test_a_move_against_the_rules_is_told_with_its_seat_and_clause() -> None:
    record = level10("D1 F1 S1 V1 M1 D2 F2", "D3 F3 S3 V3 M3 D4 F4", moves="D1 D3")
    assert checked(record) == {
        "ok": False,
        "at": 1,
        "move": "D3",
        "why": "Seat 1: D3 cannot be played: the desert row already has its card in column 1 "
        "(L-14)",
    }


def test_a_card_not_in_hand_is_told() -> None:
    record = level10("D1 F1 S1 V1 M1 D2 F2", "D3 F3 S3 V3 M3 D4 F4", moves="D3")
    assert checked(record)["why"] == "Seat 0: D3 is not in the hand (L-6)"


def test_a_turn_may_fail_at_its_second_card_and_says_so() -> None:
    record = level10("D1 F1 S1 V1 M1 D2 F2", "D3 F3 S3 V3 M3 D4 F4", moves="D1 R>S/F3,F3")
    result = checked(record)
    assert (result["at"], result["move"]) == (1, "R>S/F3,F3")
    assert result["why"] == "Seat 1: F3 is not in the hand (L-8)"


def test_tucking_without_a_pile_is_told_of_the_seat_that_did_it() -> None:
    hands = ("D1 D2 F1 F2 S1 S2", "D3 F3 S3 V3 V1 V2")
    small = {"worlds": 4, "columns": 4, "hand": 6}
    result = checked(level10(*hands, moves="R>D/D1", **small))
    assert (result["ok"], result["at"]) == (False, 0)
    assert result["why"].startswith("Seat 0: Cards are laid aside only after")


def test_luz_tells_a_card_that_does_not_follow() -> None:
    record = played("luz", 3, turns=3, players=3).record
    hands = [record.decks[0][seat * 10 : seat * 10 + 10] for seat in range(3)]
    leader = (record.first + 1) % 3
    name = record.game.card_name
    for led in hands[leader]:
        follower = hands[(leader + 1) % 3]
        following = [card for card in follower if name(card)[0] == name(led)[0]]
        others = [card for card in follower if name(card)[0] != name(led)[0]]
        if following and others:
            record.moves[3:] = [name(led), name(others[0])]
            result = checked(record)
            assert (result["at"], result["move"]) == (4, name(others[0]))
            assert "which that hand still holds (Z-9)" in result["why"]
            return
    pytest.fail("no such hands in this deal")


@pytest.mark.parametrize(
    ("moves", "at"),
    [
        (["D9", "nonsense"], 0),
        (["D1", "D9"], 1),
        (["D1", "D3", "nonsense"], 1),  # D3 is against the rules, and comes first
        (["D1", "F3", ""], 2),
    ],
)
def test_of_several_faults_the_first_is_told(moves: list[str], at: int) -> None:
    record = level10("D1 F1 S1 V1 M1 D2 F2", "D3 F3 S3 V3 M3 D4 F4")
    record.moves = moves
    result = checked(record)
    assert (result["ok"], result["at"], result["move"]) == (False, at, moves[at])
    assert result["why"]


def test_a_move_of_endless_length_is_cut_short_where_it_is_told() -> None:
    record = level10("D1 F1 S1 V1 M1 D2 F2", "D3 F3 S3 V3 M3 D4 F4")
    record.moves = ["x" * 100_000]
    result = checked(record)
    assert result["at"] == 0
    assert len(json.dumps(result)) < 1_000


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", b"\xff\xfe", b"\x00"])
def test_what_is_no_record_is_told_without_a_move(text: str | bytes) -> None:
    result = check(text)
    assert (result["ok"], result["at"], result["move"]) == (False, -1, None)
    assert list(result) == ["ok", "at", "move", "why"]
