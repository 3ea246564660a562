"""A lesson for a page: what a table would say to the learner, move by move, and the texts.

Made before anybody asks for a move: the page shows it at the table that every game is played at,
and no game has to be kept here.
"""

import functools
from collections.abc import Mapping

from tenluz.bots.registry import best_bot
from tenluz.engine import lesson
from tenluz.engine.catalogue import game_named
from tenluz.engine.game import NO_SEAT, Game
from tenluz.engine.lesson import LEARNER, PlayedScene, PlayedStep
from tenluz.engine.table import BOT_NAMES
from tenluz.server.http_models import Lesson, LessonScene, LessonStep
from tenluz.server.protocol import News, SeatInfo, Told, Welcome, to_json_bytes


@functools.cache
def lesson_page(game: str, language: str) -> bytes:
    """The lesson of a game as JSON; NotUnderstood if it has none."""
    found = game_named(game)
    scenes = [lesson.play(found, scene) for scene in lesson.scenes(found)]
    texts = lesson.texts(found, language)
    return to_json_bytes(
        Lesson(found.name, found.title, [_scene(found, scene, texts) for scene in scenes])
    )


def _scene(game: Game, played: PlayedScene, texts: Mapping[str, str]) -> LessonScene:
    name = played.scene.name
    options = game.options(played.scene.options)
    seq = len(played.told)
    welcome = Welcome(
        table=f"lesson-{name}",
        game=game.name,
        options=options.write(),
        you=LEARNER,
        old_seat=NO_SEAT,
        seats=[_seat(game, seat, texts) for seat in range(options.players)],
        watchers=0,
        bots=[],
        best_bot="",
        seq=seq,
        since=0,
        entries=[Told(number, events) for number, events in enumerate(played.told, 1)],
        screen=played.screen,
    )
    steps = []
    for step in played.steps:
        steps.append(_step(f"{name}.{step.name}", step, texts, seq))
        seq += len(step.then)
    return LessonScene(texts[name], welcome, steps)


def _seat(game: Game, seat: int, texts: Mapping[str, str]) -> SeatInfo:
    if seat == LEARNER:
        return SeatInfo("person", "", None, True)
    return SeatInfo("bot", texts.get(f"seat.{seat}", BOT_NAMES[seat]), best_bot(game), True)


def _step(name: str, step: PlayedStep, texts: Mapping[str, str], seq: int) -> LessonStep:
    news = [
        News(number, [Told(number, happened.events)], happened.screen)
        for number, happened in enumerate(step.then, seq + 1)
    ]
    wrong = {
        str(move): _answer(f"{name}.not", typed, texts)
        for move, typed in step.legal.items()
        if move != step.right
    }
    return LessonStep(texts[name], step.right, wrong, news)


def _answer(name: str, typed: str, texts: Mapping[str, str]) -> str:
    """The text for this very move, else for moves that begin like it, else for all others."""
    for end in range(len(typed), 0, -1):
        found = texts.get(f"{name}.{typed[:end]}")
        if found is not None:
            return found
    return texts[name]
