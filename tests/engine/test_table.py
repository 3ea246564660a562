"""A table for every place where people play: what moves and statements tell each viewer."""

import pytest

from tenluz.engine.errors import NotLegal, NotYours
from tenluz.engine.game import WATCHER
from tenluz.engine.table import Table
from tests.games_played import GAMES

either_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
SEED = bytes(range(32))


@either_game
def test_each_viewer_is_told_what_lies_between_their_views(game):
    table = Table(game, game.options(players=3), SEED)
    viewers = (WATCHER, 0, 1, 2)
    dealt = table.deal(viewers)
    assert {viewer: len(events) > 0 for viewer, events in dealt.items()} == dict.fromkeys(
        viewers, True
    )
    packed, deals = table.match.packed, 0
    for _ in range(45):
        if table.over:
            break
        before = {viewer: table.plain_view(viewer) for viewer in viewers}
        seat = table.match.seat
        move = table.match.moves()[0]
        dealt_before = len(table.match.record.decks)
        told = table.move(seat, move, viewers)
        deals += len(table.match.record.decks) - dealt_before
        for viewer in viewers:
            assert (
                table.plain_view(viewer).raw
                == game.view(packed, table.match.state, viewer).tobytes()
            )
            if len(table.match.record.decks) == dealt_before:
                own = move if viewer == seat else None
                news = game.news(packed, before[viewer], table.plain_view(viewer), own)
                assert told[viewer] == list(news)
            assert table.screen(viewer).seat == viewer


def test_a_new_deal_is_told_after_what_ended_the_last():
    game = GAMES["luz"]
    table = Table(game, game.options(players=3, deals=2, hand=1, values=2), SEED)
    told = []
    while not told or told[-1].event != "dealt":
        told += table.move(table.match.seat, table.match.moves()[0], (WATCHER,))[WATCHER]
    assert [event.event for event in told[-3:]] == ["trick", "scored", "dealt"]


def test_hands_are_laid_open_by_the_end_and_not_before():
    game = GAMES["level10"]
    table = Table(game, game.options(players=3), SEED)
    viewers = (WATCHER, 0, 1, 2)
    while not table.over:
        assert [table.screen(viewer).hands for viewer in viewers] == [[]] * 4
        table.move(table.match.seat, table.match.moves()[0])
    screens = [table.screen(viewer) for viewer in viewers]
    assert not screens[0].won
    for screen in screens:
        opened = [[left.card for left in hand] for hand in screen.hands]
        assert opened == [screens[1 + seat].hand for seat in range(3)]
        assert [len(hand) for hand in opened] == screen.cards


def test_a_statement_is_checked_made_and_seen():
    game = GAMES["level10"]
    table = Table(game, game.options(players=3), SEED)
    said = game.statement_type("count", 0)
    before = table.screen(1)
    event = table.say(table.statement(0, said))
    assert event.count == sum(card[0] == "D" for card in table.screen(0).hand)
    assert table.screen(1) != before
    with pytest.raises(NotLegal):
        table.statement(0, game.statement_type("count", 4, 1))


@either_game
def test_a_move_of_another_seat_or_after_the_end_is_refused(game):
    table = Table(game, game.options(players=3), SEED)
    match = table.match
    with pytest.raises(NotYours) as refused:
        match.check((match.seat + 1) % 3, match.moves()[0])
    assert (refused.value.code, refused.value.values) == ("not_your_turn", {"seat": match.seat})
    while not table.over:
        table.move(match.seat, match.moves()[0])
    with pytest.raises(NotLegal) as refused:
        match.check(0, 0)
    assert refused.value.code == "over"
