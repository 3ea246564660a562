"""What a person may type besides moves: help, reasons, talk, saving, leaving.

The words that are typed are the same in every language; what they do is told in the reader's.
"""

import dataclasses
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tenluz.bots.registry import best_bot
from tenluz.engine.errors import NO_TALK, NotLegal, NotUnderstood, NotYours
from tenluz.engine.record import parse_json
from tenluz.engine.types import Seat
from tenluz.terminal.display import Left
from tenluz.terminal.save import write_save

if TYPE_CHECKING:
    from tenluz.terminal.session import Session

# What is typed, and the message that says what it does; a word for what is left to fill in.
HELP = (
    ("?", "", "help.explain"),
    ("?", "word.move", "help.explainMove"),
    ("look", "", "help.look"),
    ("score", "", "help.score"),
    ("rules", "", "help.rules"),
    ("hint", "", "help.hint"),
    ("undo", "", "help.undo"),
    ("save", "", "help.save"),
    ("save", "word.file", "help.saveFile"),
    ("quit", "", "help.quit"),
    ("help", "", "help.help"),
)
WIDTH = 100  # of the rules, which are read at a stretch
TALK = ("say", "want", "advise", "reset", "ask", "talk")


class Commands:
    """Obeys orders for a session."""

    def __init__(self, session: "Session") -> None:
        self.session, self.say = session, session.say

    def obey(self, seat: Seat, text: str) -> bool:
        """Obey an order; False if the text is none."""
        verb, _, rest = text.strip().partition(" ")
        rest = rest.strip()
        if text.startswith("?"):
            self._explain(seat, text[1:].strip())
            return True
        known = {
            "help": self._help,
            "look": self._look,
            "table": self._look,
            "score": self._score,
            "rules": self._rules,
            "hint": self._hint,
            "undo": self._undo,
            "save": self._save,
            "record": self._record,
            "quit": self._quit,
            "exit": self._quit,
            "ask": self._ask,
            "talk": self._help,
        }
        if self.session.text.talk is None and verb.lower() in TALK:
            raise NO_TALK.error("There is no talk in this game")
        if verb.lower() in known:
            known[verb.lower()](seat, rest)
            return True
        return self._talk(seat, text)

    def _answer(self, *lines: str) -> None:
        self.session.display.answer(lines)

    # --- asking --------------------------------------------------------------------------

    def _help(self, seat: Seat, rest: str) -> None:
        say, text = self.say, self.session.text
        commands = [
            (f"{typed} {say(word)}" if word else typed, say(about)) for typed, word, about in HELP
        ]
        self._answer(say("help.moves"), *_in_columns(text.notation()))
        self._answer(say("help.commands"), *_in_columns(commands))
        if text.talk is not None:
            self._answer(say("help.talk"), *_in_columns(text.talk.help()))

    def _look(self, seat: Seat, rest: str) -> None:
        session = self.session
        session.display.answer(session.text.look(session.game.table_view(seat)))

    def _score(self, seat: Seat, rest: str) -> None:
        session = self.session
        session.display.answer(session.text.score(session.game.table_view(seat)))

    def _rules(self, seat: Seat, rest: str) -> None:
        for line in self.session.text.rules():
            self._answer(*(textwrap.wrap(line, WIDTH) or [""]))

    def _hint(self, seat: Seat, rest: str) -> None:
        game = self.session.game
        found, why = game.hint(seat)
        move = game.text.move_text(game.table_view(seat), found)
        self._answer(self.say("hint", bot=best_bot(game.table.game), move=move))
        if why.text:
            self._answer(game.text.hint(why))

    def _explain(self, seat: Seat, text: str) -> None:
        game, words = self.session.game, self.session.text
        table_view = game.table_view(seat)
        if text:
            moves = self.session.read(table_view, text)
            game.match.plan_turn(seat, moves)
            self._answer(self.say("explain.isLegal", move=text))
            if warning := words.warning(table_view, moves):
                self._answer(warning)
            return
        listed = [words.move_text(table_view, move) for move in table_view.choices()]
        self._answer(self.say("explain.legal", moves=", ".join(listed)))
        refusals = words.refusals(table_view)
        if refusals:
            self._answer(self.say("explain.notLegal"), *(f"  {line}" for line in refusals))

    # --- talk ------------------------------------------------------------------------------

    def _talk(self, seat: Seat, text: str) -> bool:
        session = self.session
        talk = session.text.talk
        typed = text.lower().split()
        if talk is None or not typed:
            return False
        if typed in (["say", "always"], ["say", "never"]):
            always = typed[1] == "always"
            seats = session.game.seats
            seats[seat] = dataclasses.replace(seats[seat], tells=always)
            if always:
                session.mutter(seat)
            self._answer(self.say(f"talk.{typed[1]}"))
        else:
            statements = talk.read(session.game.table_view(seat), text)
            if statements is None:
                return False
            for said in statements:
                session.make_statement(seat, said)
        session.save()
        session.display.refresh(session.text, session.table_view())
        return True

    def _ask(self, seat: Seat, rest: str) -> None:
        """Let the bots tell all that they may and have not told yet."""
        session = self.session
        talk = session.text.talk
        assert talk is not None
        for at, who in enumerate(session.game.seats):
            other = Seat(at)
            if who.bot:
                for said in talk.everything(session.game.table_view(other)):
                    session.make_statement(other, said)
        session.display.refresh(session.text, session.table_view())

    # --- the game as a whole ------------------------------------------------------------------

    def _undo(self, seat: Seat, rest: str) -> None:
        session = self.session
        session.game.take_back(seat)
        session.display.tell([self.say("undo.done")])

    def _save(self, seat: Seat, rest: str) -> None:
        game = self.session.game
        if not rest:
            write_save(game, self.session.save_to)
            self._answer(self.say("save.done", path=str(self.session.save_to)))
            return
        try:
            path = Path(rest).expanduser()
        except RuntimeError:  # ~ of somebody who is not there
            raise self.say.error(NotUnderstood, "save.noFile", path=rest) from None
        if path.exists() and not _same_game(path, game.seed):
            raise self.say.error(NotLegal, "save.otherFile", path=str(path))
        write_save(game, path)
        self._answer(self.say("save.copy", path=str(path)))

    def _record(self, seat: Seat, rest: str) -> None:
        raise self.say.error(NotYours, "record.secret")

    def _quit(self, seat: Seat, rest: str) -> None:
        raise Left


def _in_columns(rows: Iterable[tuple[str, str]]) -> list[str]:
    """What is typed, and beside it what it does."""
    rows = list(rows)
    width = max(len(typed) for typed, _ in rows) + 2
    return [f"{typed:<{width}}{about}" if typed else about for typed, about in rows]


def _same_game(path: Path, seed: bytes) -> bool:
    try:
        found = parse_json(path.read_bytes())
    except (OSError, ValueError, NotUnderstood):
        return False
    return isinstance(found, dict) and "tenluz-save" in found and found.get("seed") == seed.hex()
