"""A match checks every move once, keeps the record of it, and tells nothing that is hidden."""

import random

import pytest

from tenluz.engine.catalogue import game_named
from tenluz.engine.errors import NotLegal, NotYours
from tenluz.engine.game import NO_SEAT
from tenluz.engine.match import Match
from tenluz.engine.record import GameRecord
from tenluz.games.level10.rules.moves import ASIDE, DONE, FIRST, PAUSE, PAUSE_IN, RESET_IN, SWAP
from tenluz.lab.checking import play_again
from tests.games_played import GAMES, played

CASES = [("level10", {"players": players}) for players in (1, 2, 3, 4, 5)]
CASES += [("luz", {"players": players}) for players in (3, 4, 5)]


def match_of(game: str, number: int = 1, **options: object) -> Match:
    found = game_named(game)
    return Match(found, found.options(options), number.to_bytes(32, "big"))


def begun(number: int = 1, **options: object) -> Match:
    """Level 10 with seat 0 on turn."""
    match = match_of("level10", number, **options)
    while match.state.table.first == NO_SEAT:
        match.play(match.seat, FIRST)
    return match


def held(match: Match, seat: int) -> list[int]:
    return [card for card in range(PAUSE) if match.state.hands[seat] >> card & 1]


@pytest.mark.parametrize(("game", "options"), CASES)
def test_the_record_of_a_match_is_right_and_leads_to_the_same_bytes(game, options):
    for number in range(5):
        match = played(game, number, **options)
        found = play_again(GameRecord.from_json(match.record.to_json()))
        assert found.fault is None
        assert found.state.tobytes() == match.state.tobytes()
        assert found.to_json()["outcome"] == match.outcome().to_json()


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_a_match_goes_on_from_a_state_that_it_is_given(game):
    match, other = match_of(game, players=3), match_of(game, players=3)
    match.play(match.seat, match.moves()[0])
    other.state = match.state
    assert (other.seat, other.moves()) == (match.seat, match.moves())
    assert all(other.allows(move) for move in match.moves())
    other.make(other.moves()[-1])
    assert other.state.tobytes() != match.state.tobytes()  # it was copied


def test_a_solo_game_has_its_first_player_in_the_record():
    match = match_of("level10", players=1)
    assert match.record.to_json()["first"] == 0


def test_only_the_seat_on_turn_may_move():
    match = begun()
    with pytest.raises(NotYours):
        match.play(1, match.moves()[0])


def test_a_finished_game_takes_no_move():
    match = played("level10", 3)
    assert match.seat == NO_SEAT
    with pytest.raises(NotLegal, match="over"):
        match.play(0, 0)


def test_between_two_deals_of_luz_the_last_trick_can_be_seen():
    match = match_of("luz", players=3)
    while match.state.table.deal == 0:
        match.make(match.moves()[0])
    assert match.undealt
    assert match.state.table.tricks_done == 10
    assert min(match.state.table.last_trick[seat] for seat in range(3)) >= 0
    with pytest.raises(NotLegal, match="dealt"):
        match.play(0, 0)
    match.deal()
    assert match.moves()


def test_a_turn_is_made_whole_or_not_at_all():
    match = begun()
    card, other = held(match, 0)[:2]
    before = match.state.tobytes()
    missing = next(card for card in range(PAUSE) if card not in held(match, 0))
    with pytest.raises(NotLegal, match="not in the hand"):
        match.play_turn(0, [RESET_IN, ASIDE + card, ASIDE + missing, DONE])
    assert match.state.tobytes() == before
    assert match.record.moves == []
    match.play_turn(0, [RESET_IN, ASIDE + card, ASIDE + other, DONE])
    names = [match.game.card_name(each) for each in (card, other)]
    assert match.record.moves == [f"R>D/{names[0]},{names[1]}"]


def test_a_turn_with_more_moves_than_it_takes_is_refused():
    match = begun()
    cards = held(match, 0)[:3]
    match.play(0, RESET_IN)
    assert match.state.table.phase == SWAP
    with pytest.raises(NotLegal, match="complete before"):
        match.plan_turn(0, [*(ASIDE + card for card in cards), DONE])


def test_a_turn_that_is_refused_does_not_tell_how_it_would_have_ended():
    """A pause with a card under it is not legal while there is a deck (L-19); the reason
    must be the same whether the pause would have lost the game at once or not."""
    reasons = set()
    ends = set()
    for number in range(400):
        match = begun(number, players=2, pauses=3)
        chance = random.Random(number)
        while not match.over and (match.mid_turn or not _pause_and_card(match)):
            match.play(match.seat, chance.choice(match.moves()))
        if match.over or match.state.table.tail == match.state.table.head:
            continue
        seat, (pause, card) = match.seat, _pause_and_card(match)
        with pytest.raises(NotLegal) as refused:
            match.play_turn(seat, [pause, ASIDE + card, DONE])
        reasons.add(str(refused.value))
        match.play(seat, pause)
        ends.add(match.over)
    assert ends == {True, False}
    assert len(reasons) == 1


def _pause_and_card(match: Match) -> tuple[int, int] | None:
    if match.state.table.phase != 3:
        return None
    cards = held(match, match.seat)
    for move in match.moves():
        if PAUSE_IN <= move < RESET_IN:
            for card in cards:
                if card // 8 == move - PAUSE_IN:
                    return move, card
    return None


def test_a_turn_of_one_move_is_planned_as_it_is() -> None:
    game = GAMES["luz"]
    match = Match(game, game.options(players=3), bytes(32))
    move = match.moves()[0]
    assert match.plan_turn(match.seat, [move]) == [move]
