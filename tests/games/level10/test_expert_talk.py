"""What the expert tells (L-22): true counts that a listener would guess wrong, and an end."""

import pytest

from tenluz.engine.dice import new_dice
from tenluz.engine.game import DEAL
from tenluz.games.level10.bots.talk import full_statement, guessed
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.rules import talk
from tenluz.games.level10.rules.moves import NO_SEAT, OVER, ROW, ROW_BITS

TALKS = {"players": 3, "first_player": "dealt"}


def dealt(**more):
    o = LEVEL10.options({**TALKS, **more}).packed()
    s = LEVEL10.new_state(o)
    LEVEL10.rules.start(o, s)
    LEVEL10.rules.deal_at_random(o, s, new_dice(4))
    return o, s


def tell(o, s, seat):
    """Say what there is to say; the worlds of it."""
    said = []
    while (statement := full_statement(o, LEVEL10.view(o, s, seat))) is not None:
        assert statement["kind"] == "count"
        world = statement["world"]
        count = (s.hands[seat] >> (world * ROW) & ROW_BITS).bit_count()
        assert talk.may_say(o, s, seat, talk.COUNT, world, count, NO_SEAT) == talk.FINE
        talk.say(o, s, seat, talk.COUNT, world, count, NO_SEAT)
        said.append(world)
    return said


@pytest.mark.clause("L-22")
def test_afterwards_nobody_guesses_wrong():
    o, s = dealt()
    said = [tell(o, s, seat) for seat in range(3)]
    assert any(said)
    for seat in range(3):
        assert len(said[seat]) == len(set(said[seat]))
        for world in range(5):
            count = (s.hands[seat] >> (world * ROW) & ROW_BITS).bit_count()
            assert guessed(o, LEVEL10.view(o, s, seat), world) == count


def test_there_is_nothing_to_say_where_counts_are_open_or_nobody_listens():
    for options in ({"open_counts": True}, {"players": 1}):
        o, s = dealt(**options)
        assert full_statement(o, LEVEL10.view(o, s, s.table.seat)) is None
    o, s = dealt()
    for phase in (DEAL, OVER):
        s.table.phase = phase
        assert full_statement(o, LEVEL10.view(o, s, 0)) is None
