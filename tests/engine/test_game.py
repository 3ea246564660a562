"""The interface of a game: legal sets, errors, the catalogue."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenluz.engine import catalogue
from tenluz.engine.errors import GameError, NotLegal, NotUnderstood, NotYours
from tenluz.engine.game import DEAL, MOVES, NO_SEAT, WATCHER, Game, moves_in
from tenluz.games.luz.game import Luz

GAMES = list(catalogue.games())
CUT = 127
either_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@settings(derandomize=True, deadline=None)
@given(st.sets(st.integers(0, 127).filter(lambda move: move not in (63, 127))))
def test_moves_in_a_legal_set_come_in_order(moves):
    low = sum(1 << move for move in moves if move < 64)
    high = sum(1 << (move - 64) for move in moves if move >= 64)
    assert list(moves_in(low, high)) == sorted(moves)


def test_games_are_found_by_their_names():
    assert catalogue.names()[:2] == ["level10", "luz"]
    for name, game in zip(catalogue.names(), catalogue.games(), strict=True):
        assert catalogue.game_named(name) is game
        assert game.name == name


@pytest.mark.parametrize("name", ["", "chess", "Luz", None, 3, ["luz"]])
def test_other_names_are_not_understood(name):
    with pytest.raises(NotUnderstood, match=r"There is no game .*\. Games are: level10, luz\."):
        catalogue.game_named(name)


def test_an_error_tells_its_clause():
    assert str(NotLegal("You must follow red", "Z-9")) == "You must follow red (Z-9)"
    assert NotLegal("You must follow red", "Z-9").clause == "Z-9"
    assert str(NotLegal("The game is over")) == "The game is over"
    assert all(issubclass(kind, GameError) for kind in (NotLegal, NotUnderstood, NotYours))


@either_game
def test_a_new_state_waits_for_its_deal(game):
    options = game.options().packed()
    state = game.new_state(options)
    assert state.table.phase == DEAL
    assert game.moves(options, state) == []
    assert game.view(options, state, WATCHER).seat == WATCHER
    assert not game.mid_turn(state)


@either_game
def test_a_deck_by_the_published_shuffle_is_the_deck_in_another_order(game):
    options = game.options()
    decks = [game.shuffled_deck(options, bytes(32), deal) for deal in range(2)]
    for deck in decks:
        assert sorted(deck) == sorted(game.deck(options))
    assert decks[0] != decks[1]
    assert game.deals(options) in (1, 4)


class Cut(Luz):
    """Luz, if chance drew how many cards there are to a hand."""

    def deck(self, options):
        return [*super().deck(options), CUT]

    def cut_card(self, options):
        return CUT

    def ways_to_deal(self, options):
        return [(cards,) * options.players for cards in (2, 5, 7)]


def test_a_cut_lies_behind_the_last_hand_and_changes_no_other_place():
    game, options = Cut(), Cut().options(players=4)
    hands = set()
    for number in range(20):
        seed = bytes([number]) * 32
        deck = game.shuffled_deck(options, seed, 3)
        hands.add(deck.index(CUT))
        deck.remove(CUT)
        assert deck == Luz().shuffled_deck(options, seed, 3)
    assert hands == {4 * 2, 4 * 5, 4 * 7}


@either_game
def test_who_is_first_by_the_seed(game):
    first = game.first_from_seed(game.options(players=4), bytes(32))
    assert first in ({NO_SEAT} if game.name == "level10" else range(4))


@either_game
def test_sizes_of_records_and_moves(game):
    """A state of Level 10 is under 256 bytes, of Luz under 512."""
    assert game.state_type.itemsize <= {"level10": 255, "luz": 511}[game.name]
    assert MOVES == 128


@either_game
def test_options_that_do_not_exist_are_refused_with_those_that_do(game):
    with pytest.raises(
        NotUnderstood, match=r"There is no option 'colour'\. Options are: .*players"
    ):
        game.options(colour=3)


def test_an_error_says_the_same_without_words():
    """A code of its own or that of its kind, and the values of its sentence."""
    assert [kind("Words").code for kind in (GameError, NotUnderstood, NotLegal, NotYours)] == [
        "wrong",
        "not_understood",
        "not_legal",
        "not_yours",
    ]
    error = NotLegal("Only 2 beads are left", "S-1", "too_few_beads", beads=2)
    assert (error.code, error.values, error.clause) == ("too_few_beads", {"beads": 2}, "S-1")
    assert NotYours("Not yours", "not_seated").values == {}


def test_only_in_one_game_is_talk_a_part_of_it():
    """L-22"""
    assert [game.talks for game in GAMES] == [game.name == "level10" for game in GAMES]
    luz = catalogue.game_named("luz")
    options = luz.options().packed()
    with pytest.raises(NotLegal, match="no talk in this game") as refused:
        luz.statement(options, luz.new_state(options), 0, {})
    assert refused.value.code == "no_talk"
    with pytest.raises(NotImplementedError):
        luz.say(options, luz.new_state(options), {})


@either_game
def test_what_no_rule_covers_up_is_told_again_whole(game):
    """Also what is none of the game's: who sat down, who talks."""
    options = game.options().packed()
    look = game.plain_view(options, game.new_state(options), WATCHER)
    told = [["somebody sat down"], [], ["somebody left", "a bot came"]]
    again = game.retell(options, look, told)
    assert again == told
    assert all(events is not before for events, before in zip(again, told, strict=True))


@either_game
def test_a_game_declares_its_reasons(game):
    codes = [reason.code for reason in game.reasons]
    assert "over" in codes
    assert len(codes) == len(set(codes))
    assert Game.reasons.fget(game) == (), "unless it has none to give"
