"""What a person may type besides moves: help, reasons, talk, saving, leaving."""

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

from tenluz.engine.errors import NotLegal, NotUnderstood, NotYours
from tenluz.engine.record import parse_json
from tenluz.engine.types import Move, Seat
from tenluz.terminal.display import Left
from tenluz.terminal.save import write_save

if TYPE_CHECKING:
    from tenluz.terminal.session import Session

HELP = """\
?            what is legal now, and why the rest is not
? MOVE       whether one move is legal, and why not
look         the whole table          score      the score so far
rules        the rules in short       hint       what the bot `rules` would do
undo         take back a move that has shown you nothing
save         the game is saved after every turn; save FILE makes a copy
quit         leave; the game can be resumed
help         this"""


class Commands:
    """Obeys orders for a session."""

    def __init__(self, session: "Session") -> None:
        self.session = session

    def obey(self, seat: int, text: str) -> bool:
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
        if verb.lower() in known:
            known[verb.lower()](seat, rest)
            return True
        return self._talk(seat, text)

    def _answer(self, text: str) -> None:
        self.session.display.answer(text.splitlines())

    # --- asking --------------------------------------------------------------------------

    def _help(self, seat: int, rest: str) -> None:
        words = self.session.table.words
        parts = ["Moves", words.notation, "Commands", HELP]
        if words.talk is not None:
            parts += ["Talk", words.talk.help]
        self._answer("\n".join(parts))

    def _look(self, seat: int, rest: str) -> None:
        table = self.session.table
        self.session.display.answer(table.words.look(table.table_view(seat)))

    def _score(self, seat: int, rest: str) -> None:
        table = self.session.table
        self.session.display.answer(table.words.score(table.table_view(seat)))

    def _rules(self, seat: int, rest: str) -> None:
        self._answer(self.session.table.words.rules)

    def _hint(self, seat: int, rest: str) -> None:
        table = self.session.table
        move = table.words.move_text(table.table_view(seat), table.hint(seat))
        self._answer(f"The bot `rules` would choose {move}.")

    def _explain(self, seat: int, text: str) -> None:
        table = self.session.table
        table_view = table.table_view(seat)
        if text:
            moves = self.session.read(table_view, text)
            table.match.plan_turn(Seat(seat), [Move(move) for move in moves])
            self._answer(f"{text} is legal.")
            danger = table.words.loses(table_view, moves)
            if danger:
                self._answer(danger)
            return
        listed = [table.words.move_text(table_view, move) for move in table_view.choices()]
        self._answer(f"Legal: {', '.join(listed)}.")
        refusals = table.words.refusals(table_view)
        if refusals:
            self._answer("Not legal:")
            self.session.display.answer(f"  {line}" for line in refusals)

    # --- talk ------------------------------------------------------------------------------

    def _talk(self, seat: int, text: str) -> bool:
        session = self.session
        talk = session.table.words.talk
        verb = text.lower().split()[:1]
        if talk is None:
            if verb in (["say"], ["want"], ["advise"], ["reset"]):
                raise NotUnderstood(f"There is no talk in {session.table.words.title}.")
            return False
        if not verb:
            return False
        if text.lower().split() in (["say", "always"], ["say", "never"]):
            always = text.lower().endswith("always")
            seats = session.table.seats
            seats[seat] = dataclasses.replace(seats[seat], tells=always)
            if always:
                session.mutter(seat)
            self._answer(
                f"You tell your counts {'after each turn' if always else 'when you say so'}."
            )
        else:
            statements = talk.read(session.table.table_view(seat), text)
            if statements is None:
                return False
            session.say(seat, statements)
        session.save()
        session.display.refresh(session.table.words, session.table_view())
        return True

    def _ask(self, seat: int, rest: str) -> None:
        session = self.session
        talk = session.table.words.talk
        if talk is None:
            raise NotUnderstood(f"There is no talk in {session.table.words.title}.")
        for other, who in enumerate(session.table.seats):
            if who.bot:
                statements = talk.read(session.table.table_view(other), "say")
                if statements:
                    session.say(other, statements)
        session.display.refresh(session.table.words, session.table_view())

    # --- the game as a whole ------------------------------------------------------------------

    def _undo(self, seat: int, rest: str) -> None:
        session = self.session
        session.table.take_back(seat)
        session.display.tell(["Taken back."])

    def _save(self, seat: int, rest: str) -> None:
        table = self.session.table
        if not rest:
            write_save(table, self.session.save_to)
            self._answer(f"The game is saved in {self.session.save_to}.")
            return
        try:
            path = Path(rest).expanduser()
        except RuntimeError as error:  # ~ of somebody who is not there
            raise NotUnderstood(f"{rest!r} is no file: {error}.") from None
        if path.exists() and not _same_game(path, table.seed):
            raise NotLegal(f"{path} is there already and is not this game; choose another name")
        write_save(table, path)
        self._answer(f"A copy of the game is saved in {path}.")

    def _record(self, seat: int, rest: str) -> None:
        raise NotYours("A record shows every hand. It is written when the game is over.")

    def _quit(self, seat: int, rest: str) -> None:
        raise Left


def _same_game(path: Path, seed: bytes) -> bool:
    try:
        found = parse_json(path.read_bytes())
    except (OSError, NotUnderstood):
        return False
    return isinstance(found, dict) and "tenluz-save" in found and found.get("seed") == seed.hex()
