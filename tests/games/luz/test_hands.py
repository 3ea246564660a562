"""Hands of a plain view by their bytes: the same as by their fields."""

from tenluz.engine.dice import new_dice
from tenluz.games.luz.game import GAME as LUZ
from tenluz.games.luz.hands import hands_of, place_of, read_colours, read_hand
from tenluz.games.luz.rules.moves import CARDS


def test_bytes_tell_the_same_as_fields() -> None:
    for players in (3, 4, 5):
        options = LUZ.options(players=players).packed()
        state = LUZ.new_state(options)
        LUZ.rules.deal_at_random(options, state, new_dice(players))
        for viewer in range(-1, players):
            look = LUZ.plain_view(options, state, viewer)
            hands = look.hands
            found = hands_of(look, players)
            assert [len(parts) for parts in found] == [players] * 3
            for seat, (held_by, of_colours, cards_at) in enumerate(zip(*found, strict=True)):
                held, cards = read_hand(held_by, cards_at)
                assert held == hands.held[seat]
                assert list(read_colours(of_colours)) == hands.of_colour[seat]
                assert list(cards) == hands.card[seat]
                for card in range(CARDS):
                    seen = card in hands.card[seat]
                    place = hands.card[seat].index(card) if seen else None
                    assert place_of(look, seat, card) == place
