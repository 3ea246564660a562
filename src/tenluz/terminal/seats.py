"""Who sits at the table: people by name, bots by kind."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from tenluz.bots.registry import best_bot, bot_named, bot_names, find_bot, known_bots
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import MOST_SEATS, Game
from tenluz.engine.table import BOT_NAMES
from tenluz.engine.types import JsonObject
from tenluz.terminal.messages import Messages

RESERVED = {"me", "you", "human", "reset", "first", "all"}


@dataclass(frozen=True)
class TerminalPlayer:
    """One place at a table. `bot` is empty where a person sits."""

    name: str
    bot: str = ""
    tells: bool = False  # a person who says after each own turn what may be said of the hand

    def to_json(self) -> JsonObject:
        """The seat as a save keeps it."""
        return {"name": self.name, "bot": self.bot, "tells": self.tells}

    @classmethod
    def from_json(cls, game: Game, found: object, trusted: Sequence[str] = ()) -> "TerminalPlayer":
        """The seat from a save. A file does not decide what is run: a bot that is no registered
        one must be `trusted`."""
        if not isinstance(found, dict) or not isinstance(found.get("name"), str):
            raise NotUnderstood(f"A seat needs a name: {found!r}.")
        bot = found.get("bot", "")
        if bot and bot not in trusted:
            try:
                bot_named(game, bot)
            except NotUnderstood as error:
                raise NotUnderstood(
                    f"{error} If you trust it, name it again: --resume --bot {bot}"
                ) from None
        return cls(found["name"], bot, bool(found.get("tells", False)))


def seats_asked_for(given: Sequence[str], people: int | None) -> int:
    """How many players the command line speaks of, at least."""
    return max(len(given), people or 0)


def _bot(game: Game, word: str) -> str | None:
    """The bot that a word means; None for a person's name."""
    known = {name for bot in known_bots(game) for name in (bot.name, *bot.aliases)}
    if word.lower() in known:
        return bot_named(game, word.lower()).name
    outside = ":" in word or os.sep in word or word.endswith(".pt")
    return find_bot(game, word).name if outside else None


def read_seats(
    game: Game,
    given: Sequence[str],
    people: int | None,
    players: int,
    language: str = "en",
    bots: Sequence[str] = (),
) -> list[TerminalPlayer]:
    """The seats from the words of a command line: people first where only their number is
    given, and where nothing is said `bots`, one for all or one for each; else the game's best."""
    say = Messages(language)
    if given and people is not None:
        raise NotUnderstood("Give either --seat for each seat or --people, not both.")
    if seats_asked_for(given, people) > players:
        raise NotUnderstood(
            f"There are {seats_asked_for(given, people)} at the table, and seats for {players}."
        )
    if people is not None and people < 0:
        raise NotUnderstood(f"--people must be 0 to {players}, not {people}.")
    words = list(given) or ["human"] * (1 if people is None else people)
    left = players - len(words)
    if len(bots) > 1 and len(bots) != left:
        raise NotUnderstood(
            f"There are {left} seats for bots and {len(bots)} bots: name one for all, or {left}."
        )
    rest = [find_bot(game, name).name for name in bots or [best_bot(game)]]
    words += rest if len(rest) > 1 else rest * left
    names = [_bot(game, word) for word in words]
    alone = names.count(None) == 1
    seats: list[TerminalPlayer] = []
    for number, (word, bot) in enumerate(zip(words, names)):
        kind = word.lower()
        if bot is not None:
            seat = TerminalPlayer(_free(number, words), bot)
        elif kind in ("me", "you", "human"):
            seat = TerminalPlayer(
                say("seat.you") if alone else say("seat.player", number=number + 1)
            )
        else:
            seat = TerminalPlayer(_person(word, bot_names(game)))
        if any(seat.name.lower() == other.name.lower() for other in seats):
            raise NotUnderstood(f"Two at the table are called {seat.name}: they need other names.")
        seats.append(seat)
    return seats


def _person(word: str, bots: Sequence[str]) -> str:
    name = word.strip()
    if not name.isprintable() or not name or " " in name or len(name) > 12 or name.isdigit():
        raise NotUnderstood(
            f"{word!r} is no name for a player: one word of up to 12 letters, not a number."
        )
    if name.lower() in RESERVED or name.lower() in bots:
        raise NotUnderstood(f"{name!r} cannot be a player's name.")
    return name


def _free(seat: int, words: Sequence[str]) -> str:
    """A name for the bot of a seat that no person has."""
    taken = {word.lower() for word in words}
    names = (BOT_NAMES[seat], *BOT_NAMES[MOST_SEATS:])
    return next(name for name in names if name.lower() not in taken)
