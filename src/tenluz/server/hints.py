"""Hints: what a bot would do in the place of who asks, and why.

The bot is the one that sits with people where nobody says which. It gets the view of the seat that
asks, on its own turn: nothing that this player could not know. It thinks in a thread apart, one
hint after another, so that neither tables nor other bots wait for hints.
"""

import asyncio
import functools
import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from tenluz.bots.bot import player
from tenluz.bots.registry import best_bot, bot_named
from tenluz.engine import dice
from tenluz.engine.errors import NOT_YOUR_TURN
from tenluz.engine.game import Game
from tenluz.engine.plain import flat
from tenluz.engine.types import OptionsRecord, Records, Seat, ViewRecord
from tenluz.server.protocol import Hinted
from tenluz.server.refusals import refusal
from tenluz.server.table import LiveTable
from tenluz.server.table_log import Actor, TableLog


@functools.cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "hints")


async def hint(table: LiveTable, actor: Actor, command: str) -> Hinted:
    """A hint for an actor whose turn it is; GameError says why there is none. Asked again before
    anything has happened, it is the same."""
    log = table.log
    seat = log.playing(actor)
    if log.over:
        raise refusal("too_late")
    if seat != log.match.seat:
        raise NOT_YOUR_TURN.error("It is not your turn.", seat=log.match.seat)
    seq, found = table.hinted.get(seat, (-1, None))
    if found is None or seq != log.seq:
        seq = log.seq
        view = flat(log.plain_view(seat))
        given = (log.game, log.match.packed, view, table.id, log.position, _history(log, seat))
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(_threads(), _found, *given)
        table.hinted[seat] = seq, found
    return replace(found, id=command)


def _history(log: TableLog, seat: Seat) -> Records | None:
    return log.history(seat) if bot_named(log.game, best_bot(log.game)).history else None


def _found(
    game: Game,
    o: OptionsRecord,
    view: ViewRecord,
    table: str,
    position: int,
    history: Records | None,
) -> Hinted:
    """The hint itself, from what the seat may know; the same whenever it is asked for."""
    its = player(bot_named(game, best_bot(game)))
    seed = int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], "big")
    move = its.move(o, view, dice.new_dice(seed, position), history)
    why = its.explanation(o, view, move)
    name = game.move_name(o, view, move)
    return Hinted("", position, move, name, its.bot.name, why.code, dict(why.values), why.text)
