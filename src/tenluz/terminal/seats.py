"""Who sits at the table: people by name, bots by kind."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tenluz.bots.registry import best_bot, bot_names, bot_number
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game
from tenluz.terminal.messages import Messages

BOT_NAMES = ("Ada", "Bruno", "Chloe", "Diego", "Emma", "Felix", "Gina", "Hannes")
RESERVED = {"me", "you", "human", "reset", "first", "all"}


@dataclass(frozen=True)
class Player:
    """One place at a table. `bot` is empty where a person sits."""

    name: str
    bot: str = ""
    tells: bool = False  # a person who says after each own turn what may be said of the hand

    def to_json(self) -> dict[str, Any]:
        """The seat as a save keeps it."""
        return {"name": self.name, "bot": self.bot, "tells": self.tells}

    @classmethod
    def from_json(cls, game: Game, found: Any) -> "Player":
        """The seat from a save."""
        if not isinstance(found, dict) or not isinstance(found.get("name"), str):
            raise NotUnderstood(f"A seat needs a name: {found!r}.")
        bot = found.get("bot", "")
        if bot:
            bot_number(game, bot)
        return cls(found["name"], bot, bool(found.get("tells", False)))


def seats_asked_for(given: Sequence[str], people: int | None) -> int:
    """How many players the command line speaks of, at least."""
    return max(len(given), people or 0)


def read_seats(
    game: Game, given: Sequence[str], people: int | None, players: int, language: str = "en"
) -> list[Player]:
    """The seats from the words of a command line: people first where only their number is
    given, the game's best bot where nothing is said."""
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
    words += [best_bot(game)] * (players - len(words))
    bots = bot_names(game)
    alone = sum(word.lower() not in bots for word in words) == 1
    seats: list[Player] = []
    for number, word in enumerate(words):
        kind = word.lower()
        if kind in bots:
            seat = Player(_free(BOT_NAMES[number], words), kind)
        elif kind in ("me", "you", "human"):
            seat = Player(say("seat.you") if alone else say("seat.player", number=number + 1))
        else:
            seat = Player(_person(word, bots))
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


def _free(name: str, words: Sequence[str]) -> str:
    taken = {word.lower() for word in words}
    return next(
        n
        for n in (name, *("Finn", "Greta", "Hugo", "Iris", "Jan", "Kira", "Lars", "Maja"))
        if n.lower() not in taken
    )
