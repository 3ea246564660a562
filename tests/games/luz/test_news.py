"""What each viewer learns from a move of Luz: put together it is the truth, and no more than the
viewer may know."""

import random
from collections import Counter
from dataclasses import asdict

import pytest

from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.dice import new_dice
from tenluz.engine.game import WATCHER
from tenluz.games.luz import news
from tenluz.games.luz.game import GAME as LUZ
from tenluz.games.luz.rules.moves import PLAY
from tests.games.luz.table import Table, cards, deal, random_options

GAMES = 3 if INTERPRETED else 8


def looks(table, viewers=None):
    viewers = viewers or (WATCHER, *seats(table))
    return {seat: LUZ.plain_view(table.options, table.state, seat) for seat in viewers}


def seats(table):
    return range(table.players)


def learned(table, before, mover=WATCHER, move=None):
    """What each viewer learns from what has just happened."""
    return {
        viewer: list(
            LUZ.news(
                table.options,
                before[viewer],
                look,
                move if viewer == mover >= 0 else None,
            )
        )
        for viewer, look in looks(table, before).items()
    }


def heard(table, turn):
    """Make a turn as a record writes it, and what each viewer learns."""
    before = looks(table)
    table.play(turn)
    return learned(table, before)


def told_games(seed):
    """A random game: after each deal and each move the table and what everybody learned."""
    dice = random.Random(seed)
    table = Table(**random_options(dice))
    while table.phase != "over":
        before, mover = looks(table), table.seat
        if table.phase == "deal":
            table.deal_shuffled(dice, dice.randrange(table.players))
            yield table, learned(table, before)
        else:
            move = dice.choice(table.moves)
            LUZ.rules.apply(table.options, table.state, move)
            yield table, learned(table, before, mover, move)


def winner(trick):
    """Z-11 once more, naively: the highest yellow, else the highest of the colour led."""
    led = trick[0][1][0]
    wanted = "Y" if any(card[0] == "Y" for _, card in trick) else led
    return max((int(card[1:]), seat) for seat, card in trick if card[0] == wanted)[1]


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_is_told_put_together_is_the_truth(seed):
    """Z-5 to Z-18: bids, cards, tricks and points, for every viewer, after every move."""
    points = {}
    for table, events in told_games(seed):
        t = table.state.table
        for viewer, its_events in events.items():
            for event in its_events:
                if event.event == "dealt":
                    assert (event.deal, event.holder) == (t.deal, t.holder)
                    assert event.bidder == t.bidder == table.seat
                    memory = {"bids": {}, "played": [], "trick": [], "tricks": Counter()}
                    points.setdefault(viewer, []).append(memory)
                    continue
                memory = points[viewer][-1]
                if event.event == "bid":
                    memory["bids"][event.seat] = (event.tricks, event.safety)
                elif event.event == "card":
                    memory["played"].append(event.card)
                    memory["trick"].append((event.seat, event.card))
                    assert (event.place is None) == (viewer == WATCHER)
                    if event.place is not None:
                        assert names_at(table, event.seat, event.place) == event.card
                elif event.event == "trick":
                    assert event.seat == winner(memory["trick"])
                    assert len(memory["trick"]) == table.players
                    memory["tricks"][event.seat] += 1
                    memory["trick"] = []
                elif event.event == "scored":
                    assert event.deal == t.deal - 1
                    told = list(zip(event.bids, event.safety, strict=True))
                    assert told == [memory["bids"][seat] for seat in seats(table)]
                    assert event.tricks == [memory["tricks"][seat] for seat in seats(table)]
                    memory["points"] = event.points
                else:
                    assert event == news.Over()
                    assert table.phase == "over"
            memory = points[viewer][-1]
            bids = {s: (b, bool(table.safety[s])) for s, b in enumerate(table.bids) if b >= 0}
            assert memory["bids"] == bids
            assert sum(1 << card for card in cards(" ".join(memory["played"]))) == t.played
            assert [memory["tricks"][seat] for seat in seats(table)] == table.tricks
            assert dict(memory["trick"]) == {
                seat: LUZ.card_name(card) for seat, card in enumerate(table.trick) if card >= 0
            }
    for memories in points.values():
        told = [memory["points"] for memory in memories]
        assert told == table.outcome["deals"]
        assert [sum(column) for column in zip(*told, strict=True)] == table.totals


def names_at(table, seat, place):
    return LUZ.card_name(table.state.hands.card[seat, place])


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.clause("Z-10", "S-6")
def test_all_hear_the_same_but_for_hands_and_their_places(seed):
    """A hand's places are for who sees the hand; the own one is seen at the end."""
    for table, events in told_games(seed):
        told = {viewer: [asdict(event) for event in found] for viewer, found in events.items()}
        for viewer, found in told.items():
            for event in found:
                if event["event"] == "scored":
                    assert event.pop("hand") == own_hand(table, viewer)
                if viewer == WATCHER and event["event"] == "card":
                    assert event["place"] is None
        for seat in seats(table):
            assert told[seat] == told[0]
        watched = [{**event, "place": None} for event in told[0]]
        assert [{**event, "place": None} for event in told[WATCHER]] == watched


def own_hand(table, viewer):
    """What a player learns of the own hand when the deal is over; a watcher has none."""
    if viewer == WATCHER:
        return None
    return [names_at(table, viewer, place) for place in range(table.chosen.hand)]


@pytest.mark.clause("Z-5", "Z-17")
def test_a_deal_tells_who_holds_the_card_and_who_bids_first():
    """In the last deal of three players whoever leads bids first."""
    table = deal("R1", "R2", "R3", deals=2, bids="0 0 1")
    table.play("R1 R2 R3")
    assert table.phase == "deal"
    before = looks(table)
    table.deal(LUZ.deck(table.chosen))
    for events in learned(table, before).values():
        assert events == [news.Dealt(1, table.holder, table.bidder)]
    assert table.points[0][:3] == [10, 10, 10]


@pytest.mark.clause("Z-7", "Z-10", "Z-11", "Z-13", "Z-14", "Z-15", "Z-18")
def test_a_bid_a_card_a_trick_and_the_points():
    table = deal("R1", "R2", "R3", deals=1)
    assert heard(table, "1+")[1] == [news.Bid(0, 1, True)]
    assert heard(table, "0")[WATCHER] == [news.Bid(1, 0, False)]
    table.play("1")
    assert heard(table, "R1")[0] == [news.Card(0, "R1", 0)]
    assert heard(table, "R2")[WATCHER] == [news.Card(1, "R2", None)]
    assert heard(table, "R3")[1] == [
        news.Card(2, "R3", 0),
        news.Trick(2),
        news.Scored(0, [1, 0, 1], [True, False, False], [0, 0, 1], [-5, 10, 10], ["R2"]),
        news.Over(),
    ]


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.clause("Z-6", "S-6")
def test_what_cannot_be_told_apart_is_told_alike(seed):
    """Two states equal to a viewer before and after a move give that viewer, and a
    watcher, the same news and the same screen."""
    dice = random.Random(seed)
    table = Table(**random_options(dice))
    compared = 0
    while table.phase != "over":
        if table.phase == "deal":
            table.deal_shuffled(dice, 0)
            continue
        if INTERPRETED and dice.random() < 0.7:
            table.random_move(dice)
            continue
        seat = dice.randrange(table.players)
        pair = (WATCHER, seat)
        other = Table()
        other.__dict__.update(table.__dict__)
        other.state = table.state.copy()
        rolls = new_dice(dice.getrandbits(32))
        LUZ.rules.sample(table.options, table.view(seat), rolls, other.state)
        before, was, mover = looks(table, pair), looks(other, pair), table.seat
        move = dice.choice(table.moves)
        assert move in other.moves, "Z-9: what may be played hangs on colours alone"
        for one in (table, other):
            LUZ.rules.apply(one.options, one.state, move)
        told, again = learned(table, before, mover, move), learned(other, was, mover, move)
        for viewer in pair:
            if table.view(viewer).tobytes() != other.view(viewer).tobytes():
                assert mover == seat
                assert move >= PLAY
                continue  # the own card turned out to be another one
            compared += 1
            assert told[viewer] == again[viewer]
            for step in ((before, was), (looks(table, pair), looks(other, pair))):
                one, two = (LUZ.screen(table.options, found[viewer]) for found in step)
                assert one == two
    assert compared > 0 or table.chosen.hand == 1


# --- what is told again ---------------------------------------------------------------------


def told_again(table, told, viewer=WATCHER):
    """Of all that was told, what may be told again now."""
    return LUZ.retell(table.options, looks(table)[viewer], told)


def in_words(told):
    """Cards by name, other events by kind; steps of which nothing is left are not shown."""
    return " | ".join(
        " ".join(event.card if event.event == "card" else event.event for event in events)
        for events in told
        if events
    )


def three_tricks(**options):
    """A deal of three tricks in its second, and what a watcher was told."""
    table = deal("R1 R2 R3", "R4 R5 R6", "Y1 Y2 Y3", deals=2, **options)
    return table, watched(table, "0 0 3 R1 R4 Y1 Y2")


def watched(table, turns):
    """Make turns, and what a watcher was told of each."""
    return [heard(table, turn)[WATCHER] for turn in turns.split()]


@pytest.mark.clause("S-4", "Z-12")
def test_only_the_running_trick_and_the_one_just_taken_are_told_again():
    """Bids and points are; who took an older trick is only a number in sight."""
    table, told = three_tricks()
    assert in_words(told_again(table, told)) == "bid | bid | bid | R1 | R4 | Y1 trick | Y2"
    told += watched(table, "R2 R5")
    assert in_words(told_again(table, told)) == "bid | bid | bid | Y2 | R2 | R5 trick"
    told += watched(table, "Y3")
    assert in_words(told_again(table, told)) == "bid | bid | bid | Y2 | R2 | R5 trick | Y3"
    assert in_words(told_again(table, told[8:])) == "R5 trick | Y3", "who missed only the last"


@pytest.mark.clause("S-4", "Z-12")
def test_a_new_deal_covers_up_the_last_trick_too():
    """What is left of a deal is its points."""
    table, told = three_tricks()
    told += watched(table, "R2 R5 Y3 R3 R6")
    assert in_words(told_again(table, told)).endswith("| Y3 | R3 | R6 trick scored")
    before = looks(table)
    table.deal(LUZ.deck(table.chosen))
    told[-1] += learned(table, before)[WATCHER]
    assert in_words(told_again(table, told)) == "bid | bid | bid | scored dealt"


@pytest.mark.clause("S-4")
def test_open_tricks_are_told_again_all():
    table, told = three_tricks(open_tricks=True)
    told += watched(table, "R2 R5 Y3")
    assert told_again(table, told) == told
    assert LUZ.screen(table.options, looks(table)[WATCHER]).open_tricks is None


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.clause("S-4")
def test_what_is_told_again_is_what_is_in_sight(seed):
    """No card is told again that the sight does not show, and none of those is missing."""
    told = []
    for table, events in told_games(seed):
        if table.chosen.open_tricks:
            return
        told.append(events[0])
        again = told_again(table, told, 0)
        screen = LUZ.screen(table.options, looks(table)[0])
        shown = {(seat, card) for seat, card in enumerate(screen.trick) if card}
        shown |= {(seat, card) for seat, card in enumerate(screen.last_trick) if card}
        found = [event for events in again for event in events if event.event == "card"]
        assert {(event.seat, event.card) for event in found} == shown
        assert len(found) == len(shown)
        # As many tricks as the screen says are open: who heard all keeps no more than this.
        assert [event.event for one in again for event in one].count("trick") == screen.open_tricks
        others = [[event for event in one if event.event not in ("card", "trick")] for one in told]
        rest = [[event for event in one if event.event not in ("card", "trick")] for one in again]
        assert others == rest
