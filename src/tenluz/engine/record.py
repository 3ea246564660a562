"""A whole game as a file: read and write, with every field checked.

Knows the format (docs/records.md) and every game through `engine/game.py`. Does not play: that
the moves hold to the rules is for `lab/checking.py` to find out.
"""

import functools
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn, cast

from tenluz.engine.catalogue import game_named
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import NO_SEAT, Game
from tenluz.engine.options import Options
from tenluz.engine.shuffle import parse_seed
from tenluz.engine.types import Card, JsonObject, Seat

VERSION = 1


@dataclass
class GameRecord:
    """A game as its record keeps it: everything that is needed to play it again."""

    game: Game
    options: Options
    decks: list[list[Card]]  # card numbers; one deck for each deal so far
    first: Seat
    moves: list[str]  # one string a turn
    seed: bytes | None = None

    @classmethod
    def from_json(cls, found: object) -> "GameRecord":
        """A record from its JSON object; NotUnderstood says which field is wrong, and how.

        Fields that the format does not name are left alone: names, dates, whatever others add.
        """
        if not isinstance(found, Mapping):
            raise NotUnderstood(f"A record is an object, {{...}}, not {_short(found)}.")
        version = _field(found, "tenluz")
        if type(version) is not int or version != VERSION:
            raise NotUnderstood(f'"tenluz" must be {VERSION}, not {_short(version)}.')
        game = game_named(_field(found, "game"))
        given = _field(found, "options")
        if not isinstance(given, Mapping):
            raise NotUnderstood(f'"options" must be an object, not {_short(given)}.')
        options = game.options(given)
        decks = _decks(game, options, found)
        first = _field(found, "first")
        if type(first) is not int or not 0 <= first < options.players:
            raise NotUnderstood(
                f'"first" must be a seat from 0 to {options.players - 1}, not {_short(first)}.'
            )
        turns = _list(_field(found, "moves"), "moves")
        if not set(map(type, turns)) <= {str}:
            at = next(at for at, turn in enumerate(turns) if not isinstance(turn, str))
            raise NotUnderstood(f"moves[{at}] must be text, not {_short(turns[at])}.")
        moves = cast(list[str], turns)
        seed = _seed(found["seed"]) if "seed" in found else None
        if seed is not None:
            _check_seed(game, options, seed, decks)
        return cls(game, options, decks, Seat(first), moves, seed)

    def to_json(self) -> JsonObject:
        """The object that `from_json` turns back into this record.

        It holds every deck: of a game in progress, those not dealt yet follow from the seed.
        `first` is missing while the players are still choosing: that is no record yet.
        """
        deals = self.game.deals(self.options)
        if self.seed is None and len(self.decks) < deals:
            raise ValueError(f"{len(self.decks)} decks of {deals}, and no seed for the others")
        written: JsonObject = {
            "tenluz": VERSION,
            "game": self.game.name,
            "options": self.options.write(),
        }
        if self.seed is not None:
            written["seed"] = self.seed.hex()
        decks = list(self.decks)
        for deal in range(len(decks), deals):
            assert self.seed is not None
            decks.append(self.game.shuffled_deck(self.options, self.seed, deal))
        names = [[self.game.card_name(card) for card in deck] for deck in decks]
        if has_one_deck(self.game):
            (written["deck"],) = names
        else:
            written["decks"] = names
        if self.options.players == 1:
            written["first"] = 0  # nobody to choose from
        elif self.first != NO_SEAT:
            written["first"] = self.first
        written["moves"] = list(self.moves)
        return written


@functools.cache
def has_one_deck(game: Game) -> bool:
    """Whether records of a game have `deck`, and not `decks`: its usual game takes just one."""
    return game.deals(game.options()) == 1


def parse_json(text: str | bytes) -> object:
    """JSON as records need it: UTF-8, every name once, no NaN. NotUnderstood says where not."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_each_once, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise NotUnderstood(f"Not UTF-8 text: byte {error.start + 1} is damaged.") from None
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in error.doc.strip() else ""
        raise NotUnderstood(f"Not JSON: {error.msg} ({line}column {error.colno}).") from None
    except RecursionError:
        raise NotUnderstood("Not a record: lists within lists without end.") from None
    except ValueError:  # Python reads no number of more than 4300 digits
        raise NotUnderstood("Not a record: a number of thousands of digits.") from None


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (name, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise NotUnderstood(f"The name {_short(name)} appears twice in one object.")
    return found


def _no_constant(name: str) -> NoReturn:
    raise NotUnderstood(f"Not JSON: there is no number {name}.")


def _field(found: Mapping[str, object], name: str) -> object:
    if name not in found:
        raise NotUnderstood(f'The field "{name}" is missing.')
    return found[name]


def _list(found: object, where: str) -> list[object]:
    if not isinstance(found, list):
        raise NotUnderstood(f"{where} must be a list, not {_short(found)}.")
    return found


def _short(value: object) -> str:
    """A value as JSON writes it, cut where it grows long."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = f"a {type(value).__name__}"
    return text if len(text) <= 40 else text[:40] + "..."


# --- decks ---------------------------------------------------------------------------------


@functools.lru_cache(maxsize=1_000)
def _cards(game: Game, options: Options) -> tuple[dict[str, Card], list[Card]]:
    """The cards by name, and all of them in order."""
    deck = game.deck(options)
    return {game.card_name(card): card for card in deck}, sorted(deck)


def _decks(game: Game, options: Options, found: Mapping[str, object]) -> list[list[Card]]:
    if has_one_deck(game):
        return [_deck(game, options, _field(found, "deck"), "deck")]
    decks = _list(_field(found, "decks"), "decks")
    deals = game.deals(options)
    if len(decks) != deals:
        raise NotUnderstood(f"decks must hold {deals} decks, one for each deal, not {len(decks)}.")
    return [_deck(game, options, deck, f"decks[{deal}]") for deal, deck in enumerate(decks)]


def _deck(game: Game, options: Options, found: object, where: str) -> list[Card]:
    numbers, in_order = _cards(game, options)
    names = _list(found, where)
    try:
        deck = [numbers[cast(str, name)] for name in names]
    except (KeyError, TypeError):  # TypeError: a list for a card
        strange = next(name for name in names if not isinstance(name, str) or name not in numbers)
        raise NotUnderstood(f"{where}: {_short(strange)} is not a card of this game.") from None
    if sorted(deck) != in_order:
        raise NotUnderstood(f"{where}: {_difference(game, deck, in_order)}.")
    return deck


def _difference(game: Game, deck: list[Card], in_order: list[Card]) -> str:
    """Which cards are in a deck too often, and which are missing."""
    here, wanted = Counter(deck), Counter(in_order)
    faults = [
        f"{game.card_name(card)} is in it {_times(here[card])}, not {_times(wanted[card])}"
        for card in here
        if here[card] > wanted[card]
    ]
    missing = [game.card_name(card) for card in wanted if here[card] < wanted[card]]
    if missing:
        names = ", ".join(missing)
        faults.append(f"{names} {'is' if len(missing) == 1 else 'are'} missing")
    return "; ".join(faults) + f" ({len(deck)} cards, the game has {len(in_order)})"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


# --- seeds ---------------------------------------------------------------------------------


def _seed(found: object) -> bytes:
    if not isinstance(found, str) or found != found.strip():
        raise NotUnderstood(f'"seed" must be 64 hexadecimal digits, not {_short(found)}.')
    try:
        return parse_seed(found)
    except ValueError as error:
        raise NotUnderstood(f'"seed": {error}.') from None


def _check_seed(game: Game, options: Options, seed: bytes, decks: list[list[Card]]) -> None:
    """The decks are those of the seed; who is first may be anybody's choice."""
    for deal, deck in enumerate(decks):
        right = game.shuffled_deck(options, seed, deal)
        if deck != right:
            where = "deck" if has_one_deck(game) else f"decks[{deal}]"
            at = next(at for at, card in enumerate(deck) if card != right[at])
            raise NotUnderstood(
                f"{where} is not the deck of the seed: card {at} is {game.card_name(deck[at])}, "
                f"by the seed it is {game.card_name(right[at])}."
            )
