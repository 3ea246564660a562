"""Level 10 in letters: cards and turns as records write them.

D5              that level card in its row
P>D   P>D/D3    a pause in the desert row; and D3 from hand under it
R>D   R>D/F2,P  a reset in the desert row; F2 tucked first, then a pause below it
"""

import functools
import re
from collections.abc import Sequence

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.types import Card, Word
from tenluz.games.level10.rules.moves import ASIDE, DONE, FIRST, PAUSE, PAUSE_IN, RESET_IN, ROW

WORLDS = "DFSVM"
WORLD_NAMES = ("desert", "forest", "sky", "volcano", "swamp")

_CARD = re.compile(rf"([{WORLDS}])([1-8])")
_TURN = re.compile(rf"(?:([PR])>([{WORLDS}])(?:/(.+))?)")
HELP = "D5 (a card), P>D (a pause), P>D/D3, R>D (a reset), R>D/F2 or R>D/F2,P (tucking cards)"


def card_name(card: int) -> str:
    """D1 ... M8, or P."""
    return "P" if card == PAUSE else f"{WORLDS[card // ROW]}{card % ROW + 1}"


def read_card(text: str) -> Card:
    """The number of a card by its name."""
    if text == "P":
        return Card(PAUSE)
    match = _CARD.fullmatch(text)
    if not match:
        raise NotUnderstood(
            f"{text!r} is not a card of Level 10: write D1 ... D8, F, S, V, M likewise, or P."
        )
    return Card(WORLDS.index(match[1]) * ROW + int(match[2]) - 1)


@functools.lru_cache(maxsize=20_000)
def read_turn(text: str) -> tuple[Word, ...]:
    """The moves of a turn; `DONE` is understood."""
    match = _TURN.fullmatch(text)
    if not match:
        if _CARD.fullmatch(text):
            return (Word(read_card(text)),)
        raise NotUnderstood(f"{text!r} is not a turn of Level 10. Turns look like {HELP}.")
    kind, world, aside = match.groups()
    first = (PAUSE_IN if kind == "P" else RESET_IN) + WORLDS.index(world)
    cards = [read_card(name) for name in aside.split(",")] if aside else []
    most = 1 if kind == "P" else 2
    if len(cards) > most:
        raise NotUnderstood(f"{text!r} lays {len(cards)} cards aside; at most {most} can go there.")
    return (Word(first), *(Word(ASIDE + card) for card in cards))


def write_turn(words: Sequence[Word]) -> str:
    """A turn from its moves."""
    first, *more = words
    if first < PAUSE_IN:
        return card_name(first)
    kind, row = ("P", first - PAUSE_IN) if first < RESET_IN else ("R", first - RESET_IN)
    aside = ",".join(card_name(word - ASIDE) for word in more if word != DONE)
    return f"{kind}>{WORLDS[row]}" + (f"/{aside}" if aside else "")


def move_name(move: int) -> str:
    """One small move, as a player types it."""
    if move < ASIDE:
        return write_turn((Word(move),))
    if move < DONE:
        return f"/{card_name(move - ASIDE)}"
    return "done" if move == DONE else f"first {move - FIRST}"
