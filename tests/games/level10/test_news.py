"""What each viewer learns from a move: put together it is the truth, and never more than the
viewer may know."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from tenluz.engine.dice import new_dice
from tenluz.engine.errors import NotLegal
from tenluz.games.level10 import news
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.notation import WORLDS, card_name
from tenluz.games.level10.rules import apply as rules
from tenluz.games.level10.rules.moves import ASIDE, DONE, NO_SEAT
from tenluz.games.level10.talk import Statement
from tests.games.level10.hidden import twin
from tests.games.level10.listener import (
    LAST_COLUMN,
    RULINGS,
    VERSIONS,
    Memory,
    heard,
    learned,
    looks,
    told_games,
)
from tests.games.level10.strolls import careful_move, many
from tests.games.level10.table import Table, cards_in, names, position, random_table, table
from tests.games.level10.test_turns import EIGHT_COLUMNS


def test_what_is_told_put_together_is_the_truth() -> None:
    """L-4 to L-21, all rulings: for every viewer, the grid, the sizes of hands and pile, the own
    hand, who begins and the end; after every move."""
    memories: dict[int, Memory] = {}
    kinds: Counter[str] = Counter()
    for seen, events, grid in told_games(many(52, 16)):
        if "dealt" in {event.event for event in events[NO_SEAT]}:
            memories = {viewer: Memory(seen, viewer) for viewer in seen.seats()}
        for viewer, memory in memories.items():
            memory.hear(events[viewer])
            memory.is_the_truth(seen)
            kinds.update(event.event for event in events[viewer])
            told = [[_cell(card) for card in row if card] for row in memory.cells]
            assert told == [
                [cell if cell[0] == "level" else (cell[0], 0) for cell in row] for row in grid.rows
            ]
    assert kinds.keys() >= {"dealt", "proposed", "begins", "placed", "tucked", "drew", "over"}


def _cell(card: str) -> tuple[str, int]:
    kind = {"P": "pause", "R": "reset"}.get(card, "level")
    return kind, int(card[1:] or 0)


@pytest.mark.clause("L-4", "L-7", "L-8")
def test_all_hear_the_same_but_for_hidden_cards() -> None:
    """Only the hand dealt, the card tucked and the cards drawn are one's own."""
    for seen, events, _ in told_games(many(52, 13)):
        public = [{**asdict(event), "hand": 0, "cards": 0} for event in events[NO_SEAT]]
        for event in events[NO_SEAT]:
            if event.event in ("tucked", "drew"):
                assert getattr(event, "card" if event.event == "tucked" else "cards") is None
            if event.event == "dealt":
                assert event.hand == []
        for seat in range(seen.options.players):
            told = [{**asdict(event), "hand": 0, "cards": 0} for event in events[seat]]
            for mine, theirs in zip(told, public, strict=True):
                if mine["event"] == "tucked" and mine["seat"] == seat:
                    mine["card"] = None
                assert mine == theirs


@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.clause("L-4", "L-5")
def test_the_deal_tells_each_seat_its_hand(players: int) -> None:
    """Who begins, where that is given with the deal or there is no choice."""
    seen = Table(LEVEL10.options(players=players, pauses=3))
    before = looks(seen)
    rules.deal_at_random(seen.o, seen.state, new_dice(players))
    events = learned(seen, before, NO_SEAT, 0)
    begins = [news.Begins(0)] if players == 1 else []
    assert events[NO_SEAT] == [news.Dealt([]), *begins]
    for seat in range(players):
        assert events[seat] == [news.Dealt(seen.hand(seat).split()), *begins]


@pytest.mark.clause("L-5")
def test_proposals_and_the_agreement_are_told() -> None:
    seen = table(players=2, first=None)
    for viewer, events in heard(seen, "first 1").items():
        assert events == [news.Proposed(0, 1)], viewer
    assert heard(seen, "first 0")[0] == [news.Proposed(1, 0)]
    assert heard(seen, "first 0")[0] == [news.Proposed(0, 0), news.Begins(0)]


@pytest.mark.clause("L-7")
def test_a_card_and_the_draw_after_it() -> None:
    """Its name for who drew it, a number for the others."""
    seen = table(players=2, hands=["D1 D2"], pile="M1")
    events = heard(seen, "D1")
    placed = news.Placed(0, "D1", 0, 0, 1)
    assert events[0] == [placed, news.Drew(0, 1, ["M1"])]
    assert events[1] == events[NO_SEAT] == [placed, news.Drew(0, 1, None)]


@pytest.mark.clause("L-7")
def test_a_second_pause_is_drawn_by_name() -> None:
    """Pauses are alike, and counted."""
    seen = table(players=2, pauses=3, hands=["P P D1"], pile="P")
    assert heard(seen, "P>S")[0] == [news.Placed(0, "P", 2, 0, 0), news.Drew(0, 1, ["P"])]
    seen = table(players=2, pauses=3, hands=["P D1"], pile="P")
    assert heard(seen, "D1")[0][1] == news.Drew(0, 1, ["P"])


@pytest.mark.clause("L-8")
def test_a_swap_is_told_card_by_card() -> None:
    """The cards tucked and drawn only to who did it."""
    seen = table(players=2, hands=["D1 D2"], pile="M1 M2")
    assert heard(seen, "R>V")[1] == [news.Placed(0, "R", 3, 0, 0)]
    assert heard(seen.copy(), "/D1")[0] == [news.Tucked(0, "D1")]
    assert heard(seen.copy(), "/D1", "done")[0] == [news.Drew(0, 1, ["M1"])]
    second = heard(seen, "/D1", "/D2")
    assert second[0] == [news.Tucked(0, "D2"), news.Drew(0, 2, ["M1", "M2"])]
    assert second[1] == second[NO_SEAT] == [news.Tucked(0, None), news.Drew(0, 2, None)]


@pytest.mark.clause("L-8")
def test_a_card_tucked_can_come_straight_back() -> None:
    """From a pile of one card, the second drawn is the first tucked."""
    seen = table(players=1, worlds=2, columns=4, pauses=0, hand=3, hands=["D1 D2 F1"])
    assert seen.pile == "F2"
    assert heard(seen, "R>F", "/D1", "/D2")[0] == [
        news.Tucked(0, "D2"),
        news.Drew(0, 2, ["D1", "F2"]),
    ]


@pytest.mark.clause("L-19", "R-14")
def test_a_card_under_a_pause_is_told_to_all() -> None:
    """Face up; the row is that of the pause."""
    rows = "D-/0 F-/0 S-/0 V8/1 M8/1"
    seen = position(players=2, pauses=1, rows=rows, hands=["D1 D2 F1 V3 P", "F2 S1 S2 M4"])
    for events in heard(seen, "P>D").values():
        assert events == [news.Placed(0, "P", 0, 8, 0)]
    for events in heard(seen.copy(), "done").values():
        assert events == []
    for events in heard(seen, "/D2").values():
        assert events == [news.Under(0, "D2", 0, 8)]


@pytest.mark.clause("L-19")
def test_a_card_under_a_pause_that_completed_a_column_lies_in_that_column() -> None:
    """The column that is filled next is another one by then."""
    rows = "D-/0 F8/0* S8/0* V-/0* M8/1*"
    seen = position(players=2, pauses=1, rows=rows, hands=["D1 D2 F1 P", "S1 V3"])
    column = seen.table.column
    for events in heard(seen, "P>D").values():
        assert events == [news.Placed(0, "P", 0, column, 0)]
    assert seen.table.column == column + 1
    for events in heard(seen, "/D2").values():
        assert news.Under(0, "D2", 0, column) in events


@pytest.mark.clause("L-15", "L-18", "R-15")
def test_a_card_tells_what_it_counts_as() -> None:
    """A level card its value, a reset 0, a pause the value on its left, 0 where there is none."""
    pauses = 0
    for seed in range(many(60, 15)):
        chance = Random(seed)
        seen = random_table(seed, players=1 + seed % 5, pauses=3, first_player="dealt")
        left = [0] * len(WORLDS)
        while seen.phase != "OVER":
            before, mover, move = looks(seen), seen.seat, careful_move(seen, chance)
            seen.move(move)
            for event in learned(seen, before, mover, move)[NO_SEAT]:
                if isinstance(event, news.Placed):
                    if event.card != "P":
                        left[event.row] = 0 if event.card == "R" else int(event.card[1:])
                    assert event.value == left[event.row], event
                    pauses += event.card == "P"
    assert pauses > many(20, 5)


@pytest.mark.clause("R-3")
def test_the_last_reset_that_nobody_plays_is_told() -> None:
    """After the last card of all, by no seat; and the win."""
    seen = position(players=2, pauses=0, rows=LAST_COLUMN, hands=["V8", ""])
    for events in heard(seen, "V8").values():
        assert events == [
            news.Placed(0, "V8", 3, 9, 8),
            news.Placed(NO_SEAT, "R", 4, 9, 0),
            news.Over(True, NO_SEAT),
        ]


@pytest.mark.clause("R-3")
def test_the_last_reset_that_nobody_may_play_is_not_told() -> None:
    """R-3 `lost`: nobody could not move, yet the game is lost."""
    seen = position(players=2, pauses=0, rows=LAST_COLUMN, hands=["V8", ""], last_reset="lost")
    for events in heard(seen, "V8").values():
        assert events == [news.Placed(0, "V8", 3, 9, 8), news.Over(False, NO_SEAT)]


@pytest.mark.parametrize("reset", "VM")
@pytest.mark.clause("R-3", "L-18")
def test_a_pause_as_the_last_card_of_all_lies_where_it_was_played(reset: str) -> None:
    """The missing reset goes to the other row, above it or below."""
    pause = {"V": "M", "M": "V"}[reset]
    rows = f"D8/0* F8/0* S8/0* V8/{int(reset == 'V')} M8/{int(reset == 'M')}"
    seen = position(players=2, pauses=1, rows=rows, hands=["P", ""], under=f"{pause}1")
    for events in heard(seen, f"P>{pause}").values():
        assert events == [
            news.Placed(0, "P", WORLDS.index(pause), 9, 8),
            news.Placed(NO_SEAT, "R", WORLDS.index(reset), 9, 0),
            news.Over(True, NO_SEAT),
        ]


@pytest.mark.clause("L-20")
def test_a_pause_in_the_last_cell_wins() -> None:
    """It completes the column and the grid."""
    rows = "D8/0* F8/0* S8/0* V-/0* M8/0"
    seen = position(players=2, pauses=1, rows=rows, hands=["P M1", ""])
    for events in heard(seen, "P>M").values():
        assert events == [news.Placed(0, "P", 4, 9, 8), news.Over(True, NO_SEAT)]


@pytest.mark.clause("L-19", "R-3")
def test_a_last_card_under_a_pause_and_the_last_reset() -> None:
    """Three things from one move, none of them a cell of the mover's."""
    rows = "D8/0* F8/0* S8/0* V8/0 M8/1"
    seen = position(players=2, pauses=1, rows=rows, hands=["P V1", ""])
    for events in heard(seen, "P>V", "/V1").values():
        assert events == [
            news.Under(0, "V1", 3, 9),
            news.Placed(NO_SEAT, "R", 4, 9, 0),
            news.Over(True, NO_SEAT),
        ]


@pytest.mark.clause("L-10", "L-17")
def test_who_could_not_move_is_told() -> None:
    """The seat that had to."""
    rows = "D8/0* F8/0* S8/1* V5/0 M7/1"
    seen = position(players=2, pauses=1, rows=rows, hands=["M8 V7 P", "V8 D1 F1"])
    for events in heard(seen, "M8").values():
        assert events == [news.Placed(0, "M8", 4, 8, 8), news.Over(False, 1)]


def alike(seen: Table, viewer: int, chance: Random) -> Iterator[Table]:
    """Other states that this viewer cannot tell from this one."""
    other = seen.copy()
    LEVEL10.rules.sample(seen.o, seen.view(viewer), new_dice(chance.getrandbits(32)), other.state)
    yield other
    swapped = twin(seen, viewer, chance)
    if swapped is not None:
        yield swapped


def test_what_cannot_be_told_apart_is_told_alike() -> None:
    """Secrecy: two states, equal to a viewer before and after a move, give that viewer the same
    news and the same screen, whatever the others hold, tuck or draw."""
    compared: Counter[str] = Counter()
    for game in range(many(64, 16)):
        chance = Random(game)
        ruling = RULINGS[game % len(RULINGS)]
        seen = random_table(game, **{**VERSIONS[game % len(VERSIONS)], **ruling})
        while seen.phase != "OVER":
            viewer = chance.choice(list(seen.seats()))
            move, before = careful_move(seen, chance), seen.copy()
            hides = ASIDE <= move < DONE and viewer != seen.seat
            seen.move(move)
            if not hides and chance.random() < 0.6:
                continue
            for other in alike(before, viewer, chance):
                assert other.view_bytes(viewer) == before.view_bytes(viewer)
                after = other.copy()
                same = [m for m in other.moves if ASIDE <= m < DONE] if hides else [move]
                made = chance.choice(same) if same else move
                if made not in other.moves:
                    continue
                after.move(made)
                if after.view_bytes(viewer) != seen.view_bytes(viewer):
                    continue
                compared["tuck" if hides else "other"] += 1
                assert _told(before, seen, viewer, move) == _told(other, after, viewer, made)
    assert compared["tuck"] > 20
    assert compared["other"] > 200


def _told(before: Table, after: Table, viewer: int, move: int) -> Any:
    o = before.o
    then, now = (LEVEL10.plain_view(o, seen.state, viewer) for seen in (before, after))
    own = move if viewer == before.seat else None
    return (LEVEL10.news(o, then, now, own), LEVEL10.screen(o, then), LEVEL10.screen(o, now))


@pytest.mark.clause("L-4")
def test_a_name_told_is_of_a_card_that_lies_open_or_was_the_viewers() -> None:
    """No event carries a card that its viewer may not know."""
    own: dict[int, set[str]] = {}
    for seen, events, _ in told_games(many(52, 13)):
        if "dealt" in {event.event for event in events[NO_SEAT]}:
            own = {viewer: set() for viewer in seen.seats()}
        shown = names(cards_in(int(seen.table.placed_cards) | int(seen.table.under))).split()
        for viewer, its_events in events.items():
            if viewer != NO_SEAT:
                own[viewer].update(seen.hand(viewer).split())
            text = repr([asdict(event) for event in its_events])
            for card in (card_name(number) for number in range(40)):
                assert repr(card) not in text or card in shown or card in own[viewer]


@pytest.mark.clause("L-22", "L-23")
def test_what_is_said_is_heard() -> None:
    """A count is filled in with the truth; a wish has none."""
    seen = table(players=3, hands=["D1 D5 F2"], edition="ru")
    count = LEVEL10.statement(seen.o, seen.state, 0, Statement("count", 0))
    assert count == {"seat": 0, "kind": "count", "world": 0, "count": 2, "to": None}
    assert LEVEL10.say(seen.o, seen.state, count) == news.Said(0, "count", "D", 2, None)
    assert seen.told(0, "D") == (2, 2)
    wish = LEVEL10.statement(seen.o, seen.state, 1, Statement("card", 3))
    assert LEVEL10.say(seen.o, seen.state, wish) == news.Said(1, "card", "V", None, None)
    advice = LEVEL10.statement(seen.o, seen.state, 1, Statement("reset", 4, 0))
    assert LEVEL10.say(seen.o, seen.state, advice) == news.Said(1, "reset", "M", None, 0)
    assert seen.table.wishes[1] == 1 << 3
    assert seen.table.advised[0] == 1 << 9


@pytest.mark.parametrize(
    ("edition", "kind", "world", "to", "code"),
    [
        ("fr", "card", 0, 1, "not_to_others"),
        ("fr", "reset", 0, 0, "no_such_seat"),
        ("ru", "count", 0, 1, "not_to_others"),
        ("ru", "card", 0, 0, "no_such_seat"),
        ("ru", "card", 0, 3, "no_such_seat"),
        ("fr", "count", 5, None, "no_such_world"),
        ("fr", "count", -1, None, "no_such_world"),
        ("fr", "reset", 5, None, "no_such_world"),
    ],
)
@pytest.mark.clause("L-22", "L-23")
def test_what_may_not_be_said_is_refused(
    edition: str, kind: str, world: int, to: int | None, code: str
) -> None:
    """With a reason, and nothing changes."""
    seen = table(players=3, edition=edition)
    before = seen.state.tobytes()
    with pytest.raises(NotLegal) as refused:
        LEVEL10.statement(seen.o, seen.state, 0, Statement(kind, world, to))
    assert refused.value.code == code
    assert seen.state.tobytes() == before


@pytest.mark.clause("L-22")
def test_nothing_is_said_before_the_deal() -> None:
    seen = Table(LEVEL10.options())
    with pytest.raises(NotLegal) as refused:
        LEVEL10.statement(seen.o, seen.state, 0, Statement("card", 0))
    assert (refused.value.code, refused.value.clause) == ("talk_closed", "L-22")


@pytest.mark.clause("L-11")
def test_who_plays_the_last_card_of_a_hand_is_out_of_cards() -> None:
    hands = ["D1", "D2 F1 F2 S1 S2 V3 M4"]
    seen = position(players=2, pauses=0, rows=EIGHT_COLUMNS, hands=hands)
    for events in heard(seen, "D1").values():
        assert events == [news.Placed(0, "D1", 0, 8, 1), news.OutOfCards(0)]


@pytest.mark.clause("L-11", "L-12")
def test_why_somebody_plays_again_or_is_skipped_is_told() -> None:
    again = 0
    for seed in range(many(60, 12)):
        chance, players = Random(seed), (5, 1 + seed % 4)[seed % 2]
        seen = random_table(seed, players=players, pauses=3, first_player="dealt")
        column = seen.table.column  # when the turn began
        while seen.phase != "OVER":
            before, mover, move = looks(seen), seen.seat, careful_move(seen, chance)
            held = seen.table.cards[mover]
            seen.move(move)
            told = learned(seen, before, mover, move)[NO_SEAT]
            if seen.phase != "TURN":
                continue
            left = [int(count) for count in seen.table.cards[:players]]
            completed = players == 5 and seen.table.column > column
            plays = completed and left[mover] > 0 and sum(left) > left[mover]
            assert [event.seat for event in told if isinstance(event, news.PlaysAgain)] == [
                mover
            ] * plays
            empty = held > 0 and left[mover] == 0
            assert [event.seat for event in told if isinstance(event, news.OutOfCards)] == [
                mover
            ] * empty
            again += plays
            column = seen.table.column
    assert again > many(10, 2)
