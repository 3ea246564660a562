"""Oh Hell keeps the interface that every room of Tenluz programs against."""

from tenluz.engine.compiled import INTERPRETED
from tenluz.engine.conformance import check_game

from tenluz_oh_hell.game import GAME


def test_it_keeps_the_interface_of_a_game():
    check_game(GAME, 2 if INTERPRETED else 40)
