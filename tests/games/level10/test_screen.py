"""A view with names, for a screen: moves, refusals, what was told, the score."""

from collections import Counter
from dataclasses import asdict, replace
from itertools import chain
from typing import Any

import pytest

from tenluz.games.level10 import screen
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.news import cards_of
from tenluz.games.level10.notation import WORLDS, move_name
from tenluz.games.level10.rules.moves import ASIDE, DONE, NO_SEAT, OVER, ROW, ROW_BITS, UNDER
from tests.games.level10.strolls import many, positions, stroll, under_a_pause
from tests.games.level10.table import Table, position, table

RULINGS: tuple[dict[str, Any], ...] = (
    {},
    {"dead_end": "illegal", "one_pause_per_column": True},
    {"last_reset": "lost", "swap_whole_hand": False, "open_counts": True},
)
NOTHING = screen.KnownCount(0, None)


def look(seen: Table, seat: int | None = None) -> screen.Screen:
    """What a seat sees; the one on turn unless said."""
    at = seen.seat if seat is None else seat
    return LEVEL10.screen(seen.o, LEVEL10.plain_view(seen.o, seen.state, at))


def some_positions(games: int, talk: float = 0.0) -> Any:
    """Of every player count and ruling, with cards under pauses too."""
    return chain(
        *(positions(games, talk=talk, **ruling) for ruling in RULINGS),
        under_a_pause(4),
        *(stroll(seed, players=2, hand=2, worlds=2, columns=4, pauses=3) for seed in range(30)),
    )


def named(move: screen.Move) -> str:
    """A move in the words of records, from what its parts say."""
    if move.kind == "card":
        assert move.card is not None
        assert move.card[0] == WORLDS[move.row or 0]
        return move.card
    if move.kind in ("pause", "reset"):
        assert move.card == ("P" if move.kind == "pause" else None)
        assert move.row is not None
        return f"{move.kind[0].upper()}>{WORLDS[move.row]}"
    if move.kind == "aside":
        return f"/{move.card}"
    return "done" if move.kind == "done" else f"first {move.seat}"


def leaves(value: Any) -> set[type]:
    """The kinds of all values in it."""
    if isinstance(value, dict):
        return {str}.union(*(leaves(part) for part in value.values()))
    if isinstance(value, list):
        return set[type]().union(*(leaves(part) for part in value))
    return {type(value)}


def test_moves_are_the_legal_ones_of_the_seat_on_turn() -> None:
    """L-5 to L-19: each with its number and what it is about; nobody else has any."""
    kinds: Counter[str] = Counter()
    for at, seen in enumerate(some_positions(many(39, 13))):
        if at % many(1, 4) and seen.phase != "UNDER":
            continue
        for seat in seen.seats():
            moves = look(seen, seat).moves
            assert [move.move for move in moves] == (seen.moves if seat == seen.seat else [])
            assert [named(move) for move in moves] == [move_name(move.move) for move in moves]
            kinds.update(move.kind for move in moves)
    assert kinds.keys() == {"card", "pause", "reset", "aside", "done", "first"}


@pytest.mark.clause("R-2", "R-7")
def test_everything_in_sight_that_may_not_be_done_has_its_reason() -> None:
    """L-6 to L-19, R-2, R-7: cards in hand, a pause and a reset in each row; while cards are laid
    aside the cards in hand; the same reason as for somebody who tries."""
    codes: Counter[str] = Counter()
    for at, seen in enumerate(some_positions(many(39, 26))):
        if at % many(1, 4) and seen.phase != "UNDER":
            continue
        view = seen.view(seen.seat)
        held = set(seen.hand(seen.seat).split())
        rows = WORLDS[: seen.options.worlds]
        asked: dict[str, set[str]] = {
            "TURN": {card for card in held if card != "P"}
            | {f"P>{row}" for row in rows if "P" in held}
            | {f"R>{row}" for row in rows},
            "SWAP": {f"/{card}" for card in held},
            "UNDER": {f"/{card}" for card in held},
        }
        refused = {one.what: one for one in look(seen).refused}
        assert refused.keys() == asked.get(seen.phase, set()) - seen.legal
        for what, one in refused.items():
            reason = LEVEL10.why_not(seen.o, view, NUMBERS[what])
            told = (reason.clause, str(reason), reason.code, reason.values)
            assert (one.clause, one.why, one.code, one.values) == told
            codes[one.code] += 1
        for seat in seen.seats():
            assert seat == seen.seat or look(seen, seat).refused == []
    assert codes.keys() >= {"row_filled", "column_has_reset", "values_fall", "needs_reset"}
    assert codes.keys() >= {"other_world", "no_resets_left", "column_has_pause"}
    assert "not_in_hand" not in codes


NUMBERS = {move_name(move): move for move in [*range(50), *range(ASIDE, DONE)]}


@pytest.mark.clause("L-15", "L-17")
def test_what_the_column_still_needs_is_what_its_rows_take() -> None:
    """Of a row that wants its reset no level card is legal, of another those from its least on:
    held against a hand that has them all."""
    found: Counter[bool] = Counter()
    for at, seen in enumerate(some_positions(many(39, 13))):
        if at % many(1, 4):
            continue
        needs = look(seen).needs
        rows = [row for row in range(seen.options.worlds) if seen.table.open >> row & 1]
        assert [need.row for need in needs] == rows
        for need in needs:
            fits = seen.table.fits >> (need.row * ROW) & ROW_BITS
            least = max(need.least, 1)
            assert int(fits) == (1 << seen.options.values) - (1 << (least - 1))
            assert need.reset == (len(rows) == 1 and not seen.table.reset_here)
            found[need.reset] += 1
    assert found.keys() == {False, True}


@pytest.mark.clause("R-2")
def test_a_move_loses_exactly_if_it_leaves_no_row_for_the_reset() -> None:
    """A column without its reset, and no row left that has one; with one row left
    nobody can move then."""
    found: Counter[bool] = Counter()
    for at, seen in enumerate(some_positions(many(39, 13))):
        if at % many(1, 2):
            continue
        for move in look(seen).moves:
            after = seen.copy().move(move.move)
            if after.table.phase == UNDER and seen.phase == "TURN":
                after.move("done")
            t = after.table
            rows = [row for row in range(seen.options.worlds) if t.open >> row & 1]
            dead = not t.reset_here and not any(t.resets[row] for row in rows)
            assert move.loses == (bool(rows) and dead and seen.phase == "TURN"), move
            assert not move.loses or len(rows) > 1 or after.lost
            found[move.loses] += 1
    assert found[True] > 10


def dead_end(**more: Any) -> Table:
    rows = "D8/0* F8/0* S8/1* V5/0 M7/1"
    return position(players=2, pauses=1, rows=rows, hands=["M8 V7 P", "V8 D1 F1"], **more)


@pytest.mark.clause("R-2")
def test_the_moves_that_lose_in_a_dead_end() -> None:
    """A card and a pause in the row that could still be reset, and no other."""
    seen = look(dead_end())
    assert {named(move) for move in seen.moves if move.loses} == {"M8", "P>M"}
    assert {named(move) for move in seen.moves if not move.loses} == {"V7", "P>V", "R>M"}


@pytest.mark.clause("R-2")
def test_where_a_dead_end_is_illegal_no_move_loses() -> None:
    """R-2 `illegal`: what would lose is refused instead."""
    seen = look(dead_end(dead_end="illegal"))
    assert not any(move.loses for move in seen.moves)
    assert {one.what for one in seen.refused if one.code == "dead_end"} == {"M8", "P>M"}


@pytest.mark.clause("L-4", "L-13")
def test_the_table_is_as_it_lies_for_every_viewer() -> None:
    """All see the same but for their hand, their moves and what is known of hands."""
    for at, seen in enumerate(some_positions(many(52, 13), talk=0.1)):
        if at % many(4, 6) and seen.phase != "OVER":
            continue
        t, o = seen.table, seen.o
        watched = asdict(look(seen, NO_SEAT))
        for seat in range(seen.options.players):
            mine = look(seen, seat)
            assert mine.seat == seat
            assert sorted(mine.hand) == sorted(seen.hand(seat).split())
            own = {"seat", "hand", "moves", "refused"}
            shown = {name: part for name, part in asdict(mine).items() if name not in own}
            assert shown == {name: part for name, part in watched.items() if name not in own}
        assert (watched["seat"], watched["hand"], watched["moves"]) == (NO_SEAT, [], [])
        assert watched["phase"] == seen.phase.lower()
        assert watched["turn"] == (NO_SEAT if seen.phase == "OVER" else seen.seat)
        assert watched["worlds"] == list(WORLDS)[: o.worlds]
        assert (watched["columns"], watched["column"]) == (o.columns, t.column)
        assert watched["tops"] == list(t.top[: o.worlds])
        assert watched["resets"] == list(t.resets[: o.worlds])
        assert watched["open"] == [bool(t.open >> row & 1) for row in range(o.worlds)]
        assert watched["reset_here"] == bool(t.reset_here)
        assert watched["pile"] == len(seen.pile.split())
        assert watched["cards"] == [
            len(seen.hand(seat).split()) for seat in range(seen.options.players)
        ]
        assert (watched["first"], watched["won"]) == (t.first, bool(t.won))
        assert watched["proposed"] == list(t.proposed[: o.players])
        assert leaves(watched) <= {str, int, bool, type(None)}, "ready for a wire"
        assert leaves(asdict(look(seen))) <= {str, int, bool, type(None)}


@pytest.mark.clause("L-4")
def test_nobody_is_on_turn_before_the_deal() -> None:
    """There is nothing to see."""
    seen = look(Table(LEVEL10.options(players=2)), 0)
    assert (seen.phase, seen.turn, seen.hand, seen.moves) == ("deal", NO_SEAT, [], [])
    assert seen.refused == []


@pytest.mark.clause("L-22")
def test_counts_told_are_shown_as_bounds() -> None:
    """Exact at first; later events widen them; nothing told says nothing."""
    seen = table(players=2, hands=["D1 D2 F1"], pile="M1 M2")
    seen.say(0, f"{seen.count(0, 0)} D")
    assert look(seen, 1).told[0] == [screen.KnownCount(2, 2), *[NOTHING] * 4]
    assert look(seen, NO_SEAT).told == [[screen.KnownCount(2, 2), *[NOTHING] * 4], [NOTHING] * 5]
    seen.play("D1")
    assert look(seen, 1).told[0][0] == screen.KnownCount(1, 2)


@pytest.mark.clause("L-22")
def test_what_is_told_holds_in_every_position() -> None:
    """Whatever was played, drawn or tucked since."""
    told = 0
    for at, seen in enumerate(positions(many(26, 13), talk=0.3)):
        if at % many(1, 3):
            continue
        for seat, row in enumerate(look(seen, NO_SEAT).told):
            for world, known in enumerate(row):
                assert known.least <= seen.count(seat, world)
                assert known.most is None or seen.count(seat, world) <= known.most
                told += known != NOTHING
    assert told > 100


@pytest.mark.clause("L-22")
def test_all_of_them_for_all_we_know() -> None:
    """Drawing leaves no upper bound, while the lower one stays."""
    seen = table(players=1, hands=["D1 D2 D3 D4 D5 D6 D7 F1 S1 V1"], pile="M1 M2 M3")
    seen.say(0, "7 D")
    seen.play("F1")
    assert look(seen).told[0][0] == screen.KnownCount(7, None)


def test_open_counts_are_shown_exactly() -> None:
    """`open_counts`: for every seat and world, to everybody."""
    seen = table(players=2, hands=["D1 D2 F1"], open_counts=True)
    for viewer in seen.seats():
        for seat, row in enumerate(look(seen, viewer).told):
            counts = [seen.count(seat, world) for world in range(5)]
            assert row == [screen.KnownCount(count, count) for count in counts]


@pytest.mark.clause("L-22", "L-23")
def test_wishes_and_advice_are_shown_with_who_they_are_of_and_for() -> None:
    """A world to play there, R> to reset there."""
    seen = table(players=3, edition="ru")
    for seat, text in ((0, "card D"), (0, "reset M"), (1, "card S"), (1, "reset V to 2")):
        assert seen.say(seat, text) is None
    for viewer in seen.seats():
        shown = look(seen, viewer)
        assert shown.wishes == [["D", "R>M"], ["S"], []]
        assert shown.advised == [[], [], ["R>V"]]


@pytest.mark.parametrize(
    ("edition", "kinds"),
    [("fr", ["reset"]), ("pl", ["reset"]), ("es", ["reset"]), ("ru", ["card", "reset"])],
)
@pytest.mark.clause("L-23", "R-13")
def test_what_may_be_said_to_others(edition: str, kinds: list[str]) -> None:
    """The kinds of a statement that may name somebody else."""
    seen = table(edition=edition)
    for viewer in seen.seats():
        assert look(seen, viewer).may_advise == kinds
    assert look(table(edition=edition, advice="none")).may_advise == []


@pytest.mark.parametrize("edition", ["fr", "ru"])
@pytest.mark.parametrize(
    ("rows", "hands", "played", "under", "moves", "score"),
    [
        ("D8/0* F8/0* S8/0* V7/0 M8/1", ["V8", ""], 0, "", ["V8"], (50, 50, True, 0, 100)),
        ("D8/0* F8/0* S8/0* V-/0* M8/0", ["P M1", ""], 0, "", ["P>M"], None),
        ("D8/0* F8/0* S8/1* V5/0 M7/1", ["M8 V7", "V8 D1 F1 P"], 0, "", ["M8"], None),
    ],
)
@pytest.mark.clause("L-21", "R-4", "R-6")
def test_the_score_has_its_parts_at_the_end(
    edition: str,
    rows: str,
    hands: list[str],
    played: int,
    under: str,
    moves: list[str],
    score: tuple[int, int, bool, int, int] | None,
) -> None:
    """As the outcome has them; none before."""
    pauses = " ".join(hands).count("P")
    seen = position(players=2, pauses=pauses, rows=rows, hands=hands, edition=edition)
    assert look(seen).score is None
    seen.move(*moves)
    outcome = seen.outcome()
    for viewer in seen.seats():
        shown = look(seen, viewer).score
        assert shown is not None
        assert (shown.placed, shown.bonus) == (outcome["placed"], outcome["bonus"])
        assert shown.total == outcome["score"] == shown.placed + shown.bonus
        assert shown.pauses_played == moves.count("P>M")
        if score:
            assert shown == screen.Score(*score)


@pytest.mark.clause("L-22")
def test_hands_stay_closed_until_the_end_and_lie_open_then() -> None:
    """Whoever looks; a game that goes on has nothing to lay open, even when asked."""
    ended: Counter[bool] = Counter()
    for seen in some_positions(many(39, 13), talk=0.3):
        for seat in seen.seats():
            shown = look(seen, seat)
            assert shown.hands == []
            final = LEVEL10.final_screen(seen.o, seen.state, shown)
            if seen.phase == "OVER":
                held = [[left.card for left in hand] for hand in final.hands]
                assert held == [
                    cards_of(int(seen.state.hands[other])) for other in range(seen.options.players)
                ]
                ended[final.won] += 1
            assert seen.phase == "OVER" or final == shown
            assert replace(final, hands=[]) == shown
    assert ended.keys() == {False, True}


@pytest.mark.clause("L-10", "L-15", "L-17")
def test_what_would_have_fitted_is_marked_in_the_hands_laid_open() -> None:
    """The rules of a turn say so, for every hand; whoever was stuck has none."""
    rows = "D8/0* F8/0* S8/1* V5/0 M7/0*"
    seen = position(players=2, pauses=1, rows=rows, hands=["F1 V3", "D1 M8 V7 P"])
    seen.state.table.phase = OVER
    final = LEVEL10.final_screen(seen.o, seen.state, look(seen, 0))
    fitting = [[left.card for left in hand if left.fits] for hand in final.hands]
    assert fitting == [[], ["V7", "P"]]
    seen.state.table.reset_here = 0  # now nothing but the reset fills the row
    final = LEVEL10.final_screen(seen.o, seen.state, look(seen, 0))
    assert not any(left.fits for hand in final.hands for left in hand)


@pytest.mark.clause("R-4")
def test_the_full_bonus_is_named() -> None:
    """A level card left over is no full bonus only where all of them must lie in the grid."""
    rows, hands = "D8/0* F8/0* S8/0* V-/0* M8/0", ["P M1", ""]
    for reading in ("won", "no_card_under_pause", "all_level_cards"):
        seen = position(players=2, pauses=1, rows=rows, hands=hands, full_bonus=reading)
        shown = look(seen.move("P>M")).score
        assert shown is not None
        assert shown.full == (reading != "all_level_cards")
