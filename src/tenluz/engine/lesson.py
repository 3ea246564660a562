"""A lesson in a game: prepared positions, and what the learner is to do in each.

A game has one where its folder has the part `lesson`, a module with `SCENES`. A scene is a deal
of chosen cards and the turns before it begins. Moves are written as a player types them, so
the rules check every one of them; what is said stands in `lesson_texts/<language>.json`, by
names:

    column                  the title of the scene
    column.begin            what a step says
    column.begin.not        what it answers to a legal move that is not the one it asks for
    column.begin.not.V8     and to this one

A move that is not legal is answered by the table, as in every game.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game
from tenluz.engine.match import Prepared
from tenluz.engine.rulebook import SOURCE
from tenluz.engine.table import Table
from tenluz.engine.types import Card, Event, Move, Screen, Seat, Statement

LEARNER = Seat(0)


@dataclass(frozen=True)
class SceneTalk:
    """Something that another player says between moves."""

    seat: Seat
    statement: Statement


@dataclass(frozen=True)
class SceneStep:
    """What the learner is told, and the move that leads on."""

    name: str
    right: str = ""  # empty: there is only something to read
    then: Sequence[str | SceneTalk] = ()  # what happens after it, until the learner's next step


@dataclass(frozen=True)
class Scene:
    """A position, and the steps from there."""

    name: str
    options: Mapping[str, object]
    cards: str  # the first of the first deck, as a record has it; the rest follow in order
    first: Seat
    steps: Sequence[SceneStep]
    before: Sequence[str | SceneTalk] = ()  # what happened until then


# --- played ---------------------------------------------------------------------------------


@dataclass
class Happening:
    """What the learner hears of one move or statement, and sees after it."""

    events: list[Event]
    screen: Screen


@dataclass
class PlayedStep:
    """A step at its position."""

    name: str
    right: Move | None
    legal: dict[Move, str]  # all that the learner may do, and how players type it
    then: list[Happening] = field(default_factory=list)


@dataclass
class PlayedScene:
    """A scene from the learner's seat."""

    scene: Scene
    told: list[list[Event]]  # before it begins
    screen: Screen
    steps: list[PlayedStep]


def has_lesson(game: Game) -> bool:
    """Whether there is a lesson in a game."""
    return game.part("lesson") is not None


def scenes(game: Game) -> Sequence[Scene]:
    """The lesson of a game; NotUnderstood if it has none."""
    part = game.part("lesson")
    if part is None:
        raise NotUnderstood(f"There is no lesson in {game.title}.")
    found: Sequence[Scene] = part.SCENES
    return found


def texts(game: Game, language: str) -> dict[str, str]:
    """What the lesson says, in a language; in English where it has not been translated."""
    folder = game.folder / "lesson_texts"
    path = folder / f"{language}.json"
    if not path.is_file():
        path = folder / f"{SOURCE}.json"
    found: dict[str, str] = json.loads(path.read_text("utf-8"))
    return found


def play(game: Game, scene: Scene) -> PlayedScene:
    """Play a scene through the rules. A move that they forbid is a mistake of the lesson."""
    options = game.options(scene.options)
    table = Table(game, options, None, Prepared(_decks(game, scene), scene.first))
    news = [table.deal([LEARNER])[LEARNER]]
    for what in scene.before:
        news += [happened.events for happened in _happens(table, what)]
    screen = table.screen(LEARNER)
    news = game.retell(table.match.packed, table.plain_view(LEARNER), news)
    return PlayedScene(scene, news, screen, [_step(table, step) for step in scene.steps])


def _decks(game: Game, scene: Scene) -> list[list[Card]]:
    options = game.options(scene.options)
    whole = game.deck(options)
    rest, names = list(whole), [game.card_name(card) for card in whole]
    chosen = []
    for name in scene.cards.split():
        at = names.index(name)
        names.pop(at)
        chosen.append(rest.pop(at))
    return [chosen + rest, *(whole for _ in range(1, game.deals(options)))]


def _step(table: Table, step: SceneStep) -> PlayedStep:
    match, game = table.match, table.game
    if not step.right:
        return PlayedStep(step.name, None, {}, _all(table, step.then))
    assert match.seat == LEARNER, f"{step.name}: it is not the learner's turn"
    view = match.view(LEARNER)
    legal = {move: game.move_name(match.packed, view, move) for move in match.moves()}
    right = game.read_move(match.packed, view, step.right)[0]
    match.check(LEARNER, right)
    then = [_move(table, right)]
    return PlayedStep(step.name, right, legal, [*then, *_all(table, step.then)])


def _all(table: Table, what: Sequence[str | SceneTalk]) -> list[Happening]:
    return [happened for one in what for happened in _happens(table, one)]


def _happens(table: Table, what: str | SceneTalk) -> list[Happening]:
    match, seat = table.match, table.match.seat
    if isinstance(what, SceneTalk):
        event = table.say(table.statement(what.seat, what.statement))
        return [Happening([event], table.screen(LEARNER))]
    moves = table.game.read_move(match.packed, match.view(seat), what)
    return [_move(table, move) for move in match.plan_turn(seat, moves)]


def _move(table: Table, move: Move) -> Happening:
    events = table.move(table.match.seat, move, [LEARNER])[LEARNER]
    return Happening(events, table.screen(LEARNER))
