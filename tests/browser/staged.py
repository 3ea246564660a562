"""Tables that stand where a test wants them: bots play games from numbered seeds until the
position is there, and the game so far is written into the server's log as if it had been
played. The server finds it when somebody comes.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from tenluz.bots.registry import bot_named
from tenluz.engine import dice
from tenluz.engine.catalogue import game_named
from tenluz.engine.game import Game
from tenluz.engine.match import Match
from tenluz.games.level10.talk import Statement
from tenluz.server.guests import Guest
from tenluz.server.sqlite_store import SqliteStore
from tenluz.server.store import Entry, TableRow
from tenluz.server.table_log import BOT_NAMES
from tests.browser.site import Site

ME = 0  # the seat from which a staged table is looked at
MOST_GAMES = 3000


@dataclass(frozen=True)
class Stage:
    """A game so far: its options, its seed, and who has moved how."""

    game: Game
    options: Any
    seed: bytes
    moves: tuple[tuple[int, int], ...]


Wanted = Callable[[Any, Match], bool]  # what my seat sees, and the game itself


def find(game: str, wanted: Wanted, bot: str = "rules", **options: Any) -> Stage:
    """The first position among many games in which this is true."""
    chosen = game_named(game)
    settings = chosen.options(options)
    choose = bot_named(chosen, bot).choose
    for number in range(MOST_GAMES):
        seed = number.to_bytes(32, "big")
        rolls = dice.new_dice(number)
        match = Match(chosen, settings, seed)
        moves: list[tuple[int, int]] = []
        while True:
            if wanted(
                chosen.screen(match.packed, chosen.plain_view(match.packed, match.state, ME)), match
            ):
                return Stage(chosen, settings, seed, tuple(moves))
            if match.over:
                break
            seat = match.seat
            move = int(choose(match.packed, match.view(seat), rolls))
            moves.append((seat, move))
            match.play(seat, move)
    raise AssertionError(f"no such position in {MOST_GAMES} games of {game}")


def put(
    site: Site,
    stage: Stage,
    me: Guest | None,
    others: Sequence[Guest | str] = (),
    *,
    pace: float = 0.01,
    said: Iterable[tuple[int, str, int]] = (),
) -> str:
    """Write a staged table; its name. The first seat is mine, the others are bots unless
    somebody else is named, or "free". `said`: seat, kind and world of talk at the end."""
    chairs: list[dict[str, Any]] = []
    for seat in range(stage.options.players):
        who = me if seat == ME else others[seat - 1] if seat <= len(others) else "rules"
        if isinstance(who, Guest):
            chairs.append({"guest": who.id, "name": who.name})
        elif who in (None, "free"):
            chairs.append({})
        else:
            chairs.append({"name": BOT_NAMES[seat], "bot": who})
    now = time.time()
    row = TableRow(
        id=secrets.token_urlsafe(9),
        game=stage.game.name,
        options=stage.options.write(),
        seed=stage.seed,
        created=now,
        pace=pace,
        seats=chairs,
    )
    bodies = [("move", {"seat": seat, "move": move}) for seat, move in stage.moves]
    bodies += [("say", body) for body in _statements(stage, said)]
    entries = [Entry(at + 2, f"{at}", *body, now) for at, body in enumerate(bodies)]
    # Playwright has an event loop in this thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, _write(site, row, entries)).result()
    return row.id


def _statements(stage: Stage, said: Iterable[tuple[int, str, int]]) -> Iterable[dict[str, Any]]:
    match = Match(stage.game, stage.options, stage.seed)
    for seat, move in stage.moves:
        match.play(seat, move)
    for seat, kind, world in said:
        yield stage.game.statement(match.packed, match.state, seat, Statement(kind, world))


async def _write(site: Site, row: TableRow, entries: list[Entry]) -> None:
    store = SqliteStore(site.data / "tables.db")
    try:
        await store.create(row)
        for entry in entries:
            await store.append(row.id, entry)
    finally:
        store.close()


# --- positions that tests and the tour want --------------------------------------------------


def mine(screen: Any) -> bool:
    """It is my turn."""
    return bool(screen.turn == ME)


def any_turn(screen: Any, match: Match) -> bool:
    """A turn of mine in the middle of a game."""
    if screen.game == "luz":
        followed = screen.refused is not None and sum(screen.tricks) >= 2
        return mine(screen) and screen.phase == "trick" and followed and screen.deal == 0
    refused = any(refusal.code == "values_fall" for refusal in screen.refused)
    fine = any(move.kind == "card" and not move.loses for move in screen.moves)
    return mine(screen) and screen.phase == "turn" and screen.column >= 3 and refused and fine


def last_in_trick(screen: Any, match: Match) -> bool:
    """My card completes a trick, in the middle of a deal."""
    others = [card for card in screen.trick if card is not None]
    middle = 2 <= sum(screen.tricks) <= 6
    return (
        mine(screen) and screen.phase == "trick" and len(others) == len(screen.cards) - 1 and middle
    )


def choosing(screen: Any, match: Match) -> bool:
    """L-5: who begins."""
    return mine(screen) and screen.phase == "choose"


def one_row_open(screen: Any, match: Match) -> bool:
    """L-17: my turn, and one row takes a card."""
    needs = [need.reset for need in screen.needs]
    return mine(screen) and screen.phase == "turn" and needs == [False]


def resetting(screen: Any, match: Match) -> bool:
    """A reset of mine is possible."""
    resets = [move for move in screen.moves if move.kind == "reset"]
    return mine(screen) and screen.phase == "turn" and len(resets) > 1


def swapping(screen: Any, match: Match) -> bool:
    """L-8: after my reset, cards may change."""
    return mine(screen) and screen.phase == "swap" and screen.column >= 2


def pausing(screen: Any, match: Match) -> bool:
    """A pause of mine could go to several rows."""
    pauses = [move for move in screen.moves if move.kind == "pause" and not move.loses]
    return mine(screen) and screen.phase == "turn" and len(pauses) > 2


def under_pause(screen: Any, match: Match) -> bool:
    """L-19: what goes under a late pause."""
    return mine(screen) and screen.phase == "under" and len(screen.moves) > 1


def risky(screen: Any, match: Match) -> bool:
    """R-2: a card of mine would lose at once, and another would not."""
    cards = [move for move in screen.moves if move.kind == "card"]
    lose = [move.loses for move in cards]
    return mine(screen) and screen.phase == "turn" and any(lose) and len(screen.moves) > sum(lose)


def won(screen: Any, match: Match) -> bool:
    """L-20: the grid is full."""
    return bool(screen.phase == "over" and screen.won)


def lost(screen: Any, match: Match) -> bool:
    """Somebody is stuck."""
    return bool(screen.phase == "over" and not screen.won)


def bidding(screen: Any, match: Match) -> bool:
    """My bid, with a deal behind us."""
    return mine(screen) and screen.phase == "bid" and screen.deal == 1


def last_card_of_deal(screen: Any, match: Match) -> bool:
    """My card ends the first deal."""
    return mine(screen) and screen.deal == 0 and sum(screen.cards) == 1


def over(screen: Any, match: Match) -> bool:
    """The end."""
    return bool(screen.phase == "over")
