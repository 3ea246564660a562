"""Talk in Level 10 as people type it (L-22, L-23).

There are only counts and wishes, so nothing else can be said; what is true and allowed, the game
decides (games/level10/talk.py), which also fills in counts.
"""

from collections.abc import Sequence

from tenluz.engine.errors import NotUnderstood
from tenluz.games.level10 import explain, news
from tenluz.games.level10.notation import WORLD_NAMES
from tenluz.games.level10.rules import talk
from tenluz.games.level10.screen import KnownCount
from tenluz.games.level10.talk import Statement
from tenluz.terminal.game_text import TableView, Talk
from tenluz.terminal.messages import Messages, Names

# What is typed, and the message that says what it does.
HELP = (
    ("say", "talkHelp.say"),
    ("say D", "talkHelp.sayWorld"),
    ("say always", "talkHelp.always"),
    ("say never", "talkHelp.never"),
    ("want D", "talkHelp.want"),
    ("reset D", "talkHelp.reset"),
    ("advise OTTO reset D", "talkHelp.adviseReset"),
    ("advise OTTO D", "talkHelp.adviseCard"),
    ("ask", "talkHelp.ask"),
)


class Level10Talk(Talk):
    """Counts and wishes."""

    def __init__(self, say: Messages) -> None:
        self.say = say

    def help(self) -> list[tuple[str, str]]:
        return [(typed, self.say(about)) for typed, about in HELP]

    def read(self, table_view: TableView, text: str) -> Sequence[Statement] | None:
        verb, *words = text.lower().split()
        if verb == "say":
            return self._counts(table_view, words)
        if verb == "want":
            return (Statement("card", self._world(table_view, words, "want D")),)
        if verb == "reset":
            return (Statement("reset", self._world(table_view, words, "reset D")),)
        if verb == "advise":
            return (self._advice(table_view, words),)
        return None

    def _counts(self, table_view: TableView, words: Sequence[str]) -> Sequence[Statement]:
        worlds = table_view.screen.worlds
        if not words or words == ["all"]:
            return [Statement("count", world) for world in range(len(worlds))]
        number = None
        if words[0].isdecimal() and len(words[0]) < 3:
            number, words = int(words[0]), words[1:]
        world = self._world(table_view, words, "say D")
        if number is not None and number != count(table_view, worlds[world]):
            raise explain.why_not_say(talk.NOT_TRUE)
        return (Statement("count", world),)

    def everything(self, table_view: TableView) -> Sequence[Statement]:
        """The counts that not everybody knows."""
        if table_view.options.players == 1:
            return ()
        known = table_view.public_screen.told[table_view.reader]
        return [
            Statement("count", world)
            for world, letter in enumerate(table_view.screen.worlds)
            if known[world] != KnownCount(count(table_view, letter), count(table_view, letter))
        ]

    def _world(self, table_view: TableView, words: Sequence[str], example: str) -> int:
        worlds = table_view.screen.worlds
        names = {world: self.say("world.name", world=world) for world in worlds}
        for world, letter in enumerate(worlds):
            known = (letter.lower(), names[letter].lower(), WORLD_NAMES[world])
            if len(words) == 1 and words[0] in known:
                return world
        letters = ", ".join(f"{letter} {name}" for letter, name in names.items())
        raise self.say.error(NotUnderstood, "typed.world", example=example, worlds=letters)

    def _advice(self, table_view: TableView, words: Sequence[str]) -> Statement:
        if len(words) < 2:
            raise self.say.error(NotUnderstood, "typed.advice")
        to = seat_named(self.say, table_view.names, words[0])
        if words[1] == "reset":
            world = self._world(table_view, words[2:], "advise OTTO reset D")
            return Statement("reset", world, to)
        return Statement("card", self._world(table_view, words[1:], "advise OTTO D"), to)


def count(table_view: TableView, letter: str) -> int:
    """How many cards of a world the reader holds."""
    return sum(card[0] == letter for card in table_view.screen.hand)


def seat_named(say: Messages, names: Names, text: str) -> int:
    """The seat of a name; the reader's own is also `me`."""
    for seat in range(len(names)):
        own = seat == names.me and text.lower() in ("me", "you")
        if own or names.names[seat].lower() == text.lower():
            return seat
    raise say.error(NotUnderstood, "typed.nobody", name=text, names=", ".join(names.names))


def said(say: Messages, names: Names, event: news.Said) -> str:
    """What somebody has said, in words."""
    world = event.world
    if event.to is not None and event.kind != "count":
        to = names.subject(event.to)
        return say(f"advised.{event.kind}", world=world, to=to["who"], you=to["you"])
    return say(f"said.{event.kind}", world=world, count=event.count or 0)
