"""What can be asked over HTTP and what is answered, as types: the OpenAPI page shows them."""

import dataclasses
import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from tenluz.bots.registry import best_bot, bot_names
from tenluz.engine import catalogue
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import MOST_SEATS, Game
from tenluz.engine.lesson import has_lesson
from tenluz.engine.types import JsonObject, Seat
from tenluz.server.names import LONGEST, clean
from tenluz.server.protocol import BotName, News, SeatInfo, Welcome

# No control characters, no line breaks: a name stands on a card.
PRINTED = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+$"


def _cleaned(name: str) -> str:
    found = clean(name)
    if not found:
        raise ValueError("a name must have something to see")
    return found


Name = Annotated[
    str, Field(min_length=1, max_length=LONGEST, pattern=PRINTED), AfterValidator(_cleaned)
]
Language = Literal["en", "ru", "uk", "pl", "fr", "es"]


class Asked(BaseModel):
    """Unknown fields are refused, so that a typing error is not overlooked."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# --- asked --------------------------------------------------------------------------------


class MySeat(Asked):
    """The seat of whoever makes the table."""

    kind: Literal["me"]


class BotSeat(Asked):
    """A bot's seat."""

    kind: Literal["bot"]
    bot: BotName | None = None  # its name; the game's best where none is given


class FreeSeat(Asked):
    """A seat for whoever comes by the link."""

    kind: Literal["free"]


class NewTable(Asked):
    """A table to be made. The options are the game's own: see /api/games."""

    game: str  # its name
    options: dict[str, str | int | bool] = {}
    seats: Annotated[
        list[Annotated[MySeat | BotSeat | FreeSeat, Field(discriminator="kind")]],
        Field(min_length=1, max_length=MOST_SEATS),
    ]
    name: Name | None = None  # yours, at this table
    pace: Annotated[float, Field(ge=0, le=10)] | None = None  # seconds that bots wait


class Me(Asked):
    """What a guest wants to be called, and in which language to read."""

    name: Name | None = None
    language: Language | None = None


# --- answered -----------------------------------------------------------------------------


class CompilingInfo(BaseModel):
    """What the server compiles before it opens tables: once, after it was installed or updated."""

    done: float  # the part of it, from 0 to 1
    seconds: int  # that the rest takes, about


class Readiness(BaseModel):
    """Whether the server opens tables. Until it does, whoever asks for one waits."""

    ready: bool
    compiling: CompilingInfo | None  # none while it only reads its code from disk


class MadeTable(BaseModel):
    """The name of a new table, and the link to give to friends."""

    table: str
    link: str


class TableInfo(BaseModel):
    """A table as everybody may see it; `you` is your seat, -1 for none."""

    table: str
    game: str
    options: JsonObject
    seats: list[SeatInfo]
    you: Seat
    turn: Seat  # the seat on turn
    over: bool
    created: float  # seconds since 1970


class SeatLink(BaseModel):
    """A private link: whoever opens it plays this seat from then on."""

    token: str
    link: str


class MovedSeat(BaseModel):
    """What a private link is for."""

    table: str
    seat: Seat
    name: str


class MeInfo(BaseModel):
    """You, as your cookie says."""

    name: str
    language: str


class OptionInfo(BaseModel):
    """One thing to agree on before the first card. `default: null` follows from the others."""

    name: str
    kind: Literal["whole", "choice", "switch"]  # a number, one of the readings, yes or no
    about: str
    clauses: list[str]
    default: str | int | bool | None
    low: int | None = None
    high: int | None = None
    names: dict[str, int] = {}  # of some of the numbers
    readings: list[str] = []  # of the rules: what to choose from
    by_language: bool = False  # a page starts with the reading named like the reader's language
    shown: Literal["first", "more", "never"]  # to people; sizes of small versions are for programs


class GameInfo(BaseModel):
    """A game, what can be chosen, and its bots."""

    game: str
    title: str
    least_players: int
    most_players: int
    talks: bool  # whether talk is part of the game
    lesson: bool  # whether there is a first lesson in it
    options: list[OptionInfo]
    bots: list[str]  # from the weakest to the strongest
    best_bot: str  # the strongest that is not slow: it sits where nobody says which


class Problem(BaseModel):
    """What was wrong, for programs and for people."""

    kind: str
    code: str
    why: str


class RulebookBlock(BaseModel):
    """A part of a rulebook: text as HTML, or a picture in the game's own notation."""

    html: str = ""
    picture: str = ""  # which kind; empty for text
    lines: list[str] = []  # of the picture


class RulebookPage(BaseModel):
    """The rules of a game in a language; English where they have not been translated."""

    game: str
    title: str
    language: str
    blocks: list[RulebookBlock]


@dataclass
class LessonStep:
    """What the learner is told, and the move that leads on: `null` where there is only something to
    read. After it comes the news."""

    text: str
    right: int | None
    wrong: dict[str, str]  # what is answered to the other legal moves, by their numbers
    news: list[News]


@dataclass
class LessonScene:
    """A position as a table welcomes the learner to it, and the steps from there."""

    title: str
    welcome: Welcome
    steps: list[LessonStep]


@dataclass
class Lesson:
    """A lesson in a game."""

    game: str
    title: str
    scenes: list[LessonScene]


@dataclass
class Replay:
    """A finished game as a seat saw it: the deal, and everything that came after it."""

    welcome: Welcome
    news: list[News]


class Failed(BaseModel):
    """The answer to whatever could not be done."""

    error: Problem


# --- people's data, and names of others ----------------------------------------------------


class NameReport(Asked):
    """The name of a seat, reported."""

    seat: Annotated[Seat, Field(ge=0, lt=MOST_SEATS)]


class Reported(BaseModel):
    """It was taken down for the operator."""

    new: bool  # not if you have reported the same name before


class DeleteData(Asked):
    """Your data is to be deleted. With an account you need `proof` that you have just shown a
    passkey."""

    proof: Annotated[str, Field(max_length=512)] | None = None


class Deleted(BaseModel):
    """Your data is gone."""

    tables: int  # at so many you were somebody


class PrivacyInfo(BaseModel):
    """How long this server keeps what, in days; 0 is for ever."""

    names_days: float  # names in a finished game
    unfinished_days: float  # a table at which nobody has moved
    finished_days: float  # a finished game


# --- made from the games ------------------------------------------------------------------


def game_infos() -> list[GameInfo]:
    """Every game, from what its options say of themselves."""
    return [_game(game) for game in catalogue.games()]


def _game(game: Game) -> GameInfo:
    options = [_option(field) for field in dataclasses.fields(game.options_type)]
    players = next(option for option in options if option.name == "players")
    low, high = players.low or 1, players.high or 1
    return GameInfo(
        game=game.name,
        title=game.title,
        least_players=next(n for n in range(low, high + 1) if _plays(game, n)),
        most_players=high,
        talks=game.talks,
        lesson=has_lesson(game),
        options=options,
        bots=bot_names(game),
        best_bot=best_bot(game),
    )


def _plays(game: Game, players: int) -> bool:
    """Whether so many can play without further options."""
    try:
        game.options(players=players)
    except NotUnderstood:
        return False
    return True


def _option(field: "dataclasses.Field[Any]") -> OptionInfo:
    about = field.metadata["about"]
    info: JsonObject = {
        "name": field.name,
        "about": about,
        "clauses": re.findall(r"[A-Z]-\d+", about),
        "default": None if field.default in (-1, "") else field.default,
        "shown": field.metadata["shown"],
    }
    if "range" in field.metadata:
        low, high = field.metadata["range"]
        return OptionInfo(kind="whole", low=low, high=high, names=field.metadata["names"], **info)
    if "readings" in field.metadata:
        info |= {"by_language": field.metadata["by_language"]}
        return OptionInfo(kind="choice", readings=list(field.metadata["readings"]), **info)
    return OptionInfo(kind="switch", **info)
