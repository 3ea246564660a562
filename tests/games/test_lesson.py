"""The lessons: every move through the rules, every text in every language and none too many."""

import re

import pytest

from tenluz.engine import lesson
from tenluz.engine.errors import NotLegal, NotUnderstood
from tenluz.engine.lesson import LEARNER, Scene, SceneStep
from tenluz.engine.types import Seat
from tenluz.games.luz.game import Luz
from tests.browser.words import LANGUAGES
from tests.games_played import GAMES

of_each_game = pytest.mark.parametrize("name", GAMES)
TOPICS = {  # what a newcomer must have done once
    "level10": {"placed", "tucked", "said"},
    "luz": {"bid", "card", "trick", "scored"},
}


@of_each_game
def test_the_learner_meets_what_the_game_is_made_of(name: str) -> None:
    game = GAMES[name]
    met = set()
    for scene in lesson.scenes(game):
        played = lesson.play(game, scene)
        assert played.screen.seat == LEARNER
        told = [*played.told, *(one.events for step in played.steps for one in step.then)]
        met |= {event.event for events in told for event in events}
    assert met >= TOPICS[name]


@of_each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there_and_none_is_left_over(name: str, language: str) -> None:
    game = GAMES[name]
    texts, source = lesson.texts(game, language), lesson.texts(game, "en")
    assert list(texts) == list(source)
    needed = set()
    for scene in lesson.scenes(game):
        needed.add(scene.name)
        for step in lesson.play(game, scene).steps:
            says = f"{scene.name}.{step.name}"
            needed.add(says)
            if len(step.legal) > 1:
                needed.add(f"{says}.not")
            for key in texts:
                # A special answer is for a move that can really be made.
                special = key.removeprefix(f"{says}.not.")
                others = [typed for move, typed in step.legal.items() if move != step.right]
                if special != key and any(typed.startswith(special) for typed in others):
                    needed.add(key)
    assert {key for key in texts if not key.startswith("seat.")} == needed
    for key, text in texts.items():
        numbers = re.findall(r"\d+", source[key])
        assert len(numbers) >= len(re.findall(r"\d+", text)), key


@of_each_game
def test_a_lesson_is_read_in_minutes(name: str) -> None:
    texts = lesson.texts(GAMES[name], "en")
    told = [text for key, text in texts.items() if ".not" not in key]
    assert sum(len(text.split()) for text in told) < 600


def test_a_mistake_in_a_lesson_is_found() -> None:
    game = GAMES["luz"]
    (scene, *_) = lesson.scenes(game)
    for step in (SceneStep("bid", "11"), SceneStep("bid", "R+")):
        wrong = Scene("wrong", scene.options, scene.cards, scene.first, (step,), scene.before)
        with pytest.raises((NotUnderstood, NotLegal)):
            lesson.play(game, wrong)
    early = Scene("early", scene.options, scene.cards, Seat(0), (SceneStep("bid", "2"),))
    with pytest.raises(AssertionError, match="not the learner's turn"):
        lesson.play(game, early)


def test_a_language_without_a_lesson_has_the_english_one() -> None:
    game = GAMES["luz"]
    assert lesson.texts(game, "eo") == lesson.texts(game, "en")


class Untaught(Luz):
    """A game whose folder, this one, has no lesson."""


def test_a_game_without_a_lesson_says_so() -> None:
    assert [lesson.has_lesson(game) for game in (*GAMES.values(), Untaught())] == [
        True,
        True,
        False,
    ]
    with pytest.raises(NotUnderstood, match="no lesson in Luz"):
        lesson.scenes(Untaught())
