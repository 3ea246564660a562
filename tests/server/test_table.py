"""A table under a state machine: right moves, wrong moves, other people's, repeats, late and
early ones, talk, seats, two tabs, reconnects, and a server that forgets everything at once.

The oracle is a match of its own, which is told of accepted moves only.
"""

import asyncio
import random
import tempfile
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tenluz.engine import shuffle
from tenluz.engine.errors import GameError
from tenluz.engine.game import WATCHER
from tenluz.engine.match import Match
from tenluz.server.live_tables import LiveTables
from tenluz.server.protocol import (
    Again,
    Command,
    HandOver,
    Leave,
    MakeMove,
    Remove,
    Say,
    Sit,
    to_client,
)
from tenluz.server.seating import Presence, Stage
from tenluz.server.settings import ServerSettings
from tenluz.server.sqlite_store import SqliteStore
from tenluz.server.table import LiveTable
from tenluz.server.table_log import NEXT, Actor
from tests.games_played import GAMES

PEOPLE = ["ana", "ben", "cleo", "eve"]
SMALL: dict[str, dict[str, Any]] = {  # these come to their end
    "level10": {"worlds": 2, "hand": 1},
    "luz": {"hand": 1, "deals": 1},
}
COVERED_UP = ("card", "trick")  # S-4: told when it happens, and later perhaps not again


class Tab:
    """A client that remembers what it was told."""

    def __init__(self, guest: str) -> None:
        self.guest: str | None = guest
        self.address = ""
        self.viewer = WATCHER
        self.you = WATCHER
        self.entries: list[Any] = []
        self.screen: Any = None

    def send(self, message: bytes) -> None:
        to_client.validate_json(message)
        found = orjson.loads(message)
        if found["type"] == "welcome":
            self.you = found["you"]
            del self.entries[found["since"] :]
        if found["type"] in ("welcome", "news"):
            self.entries += found["entries"]
            self.screen = found["screen"]
            assert [entry["seq"] for entry in self.entries] == list(range(1, found["seq"] + 1))


class Table(RuleBasedStateMachine):
    """Three seats, four people; a fourth who watches, and whoever sits down."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.patch = pytest.MonkeyPatch()
        self.store = SqliteStore(Path(self.folder.name) / "tables.db")
        self.tabs: list[Tab] = []
        self.count = 0
        self.moved = False  # somebody has, since the deal: a proposal is a move and no turn
        self.accepted: dict[tuple[str, str], int] = {}  # (who, command) to entry
        self.commands: list[tuple[str, Command]] = []

    def wait(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    @initialize(
        game=st.sampled_from(sorted(GAMES)),
        seats=st.integers(0, 2),
        seed=st.binary(min_size=32, max_size=32),
        small=st.booleans(),
    )
    def make(self, game: str, seats: int, seed: bytes, small: bool) -> None:
        self.game = GAMES[game]
        options = self.game.options(players=3, **(SMALL[game] if small else {}))
        chairs: list[dict[str, Any]] = [{"guest": "ana", "name": "Ana"}, {}, {}]
        for seat in range(seats):
            who = PEOPLE[seat + 1]
            chairs[seat + 1] = {"guest": who, "name": who}
        self.tables = self.new_tables()
        # Hypothesis must know every seed, also of cards that are dealt anew.
        seeds = random.Random(seed)
        self.patch.setattr(shuffle, "new_seed", lambda: seeds.randbytes(32))
        self.name = self.wait(self.tables.create(self.game, options, chairs, 0.0)).id
        self.oracle = Match(self.game, options, self.table.log.row.seed)

    def new_tables(self) -> LiveTables:
        ready: asyncio.Future[None] = self.loop.create_future()
        ready.set_result(None)
        return LiveTables(self.store, ServerSettings(data=Path(self.folder.name)), ready)

    @property
    def table(self) -> LiveTable:
        found = self.wait(self.tables.find(self.name))
        assert isinstance(found, LiveTable)
        return found

    def do(self, who: str, command: Command) -> int | GameError:
        """Somebody gives a command; what became of it."""
        answers: list[int] = []
        actor = Actor(who, who.title())
        try:
            self.wait(self.table.do(actor, command, lambda _, seq: answers.append(seq)))
        except GameError as error:
            return error
        (seq,) = answers
        return seq

    def new_id(self) -> str:
        self.count += 1
        return f"c{self.count}"

    def given(self, who: str, command: Command) -> int | GameError:
        """The same, remembered where it was accepted."""
        before = self.table.log.seq
        answer = self.do(who, command)
        if isinstance(answer, int):
            assert answer == before + 1
            self.accepted[who, command.id] = answer
            self.commands.append((who, command))
        else:
            assert self.table.log.seq == before
        return answer

    # --- moves -----------------------------------------------------------------------------

    @rule(who=st.sampled_from(PEOPLE), back=st.integers(0, 3), data=st.data())
    def move(self, who: str, back: int, data: st.DataObject) -> None:
        log = self.table.log
        legal = self.oracle.moves() if not self.oracle.over else []
        move = data.draw(st.sampled_from(legal) if legal and back < 3 else st.integers(0, 127))
        at = max(0, log.seq - back)
        seat = log.seating.seat_of(who)
        mine = seat is not None and seat == self.oracle.seat
        right = (
            mine
            and log.seating.chairs[seat or 0].bot is None
            and move in legal
            and at >= log.position
        )
        answer = self.given(who, MakeMove(id=self.new_id(), at=at, move=move))
        assert isinstance(answer, int) == right, answer
        if right:
            assert seat is not None
            self.oracle.play(seat, move)
            self.moved = True

    @precondition(lambda self: self.commands)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        who, command = data.draw(st.sampled_from(self.commands))
        before = self.table.log.seq
        assert self.do(who, command) == self.accepted[who, command.id]
        assert self.table.log.seq == before

    @rule(who=st.sampled_from(PEOPLE))
    def move_from_the_future(self, who: str) -> None:
        at = self.table.log.seq + 1
        assert isinstance(self.given(who, MakeMove(id=self.new_id(), at=at, move=0)), GameError)

    # --- everything else ---------------------------------------------------------------------

    @rule(
        who=st.sampled_from(PEOPLE),
        kind=st.sampled_from(["count", "card", "reset"]),
        world=st.integers(0, 4),
        to=st.none() | st.integers(0, 4),
    )
    def say(self, who: str, kind: Any, world: int, to: int | None) -> None:
        answer = self.given(
            who, Say(id=self.new_id(), statement={"kind": kind, "world": world, "to": to})
        )
        if isinstance(answer, int):
            before = self.oracle.state.tobytes()
            body = self.table.log.entries[-1].body
            self.game.say(self.oracle.packed, self.oracle.state, body)
            assert self.oracle.state.tobytes() != before, "what changes nothing is not kept"

    @rule(who=st.sampled_from(PEOPLE), seat=st.integers(0, 3))
    def sit(self, who: str, seat: int) -> None:
        self.given(who, Sit(id=self.new_id(), seat=seat))

    @rule(who=st.sampled_from(PEOPLE))
    def leave(self, who: str) -> None:
        if isinstance(self.given(who, Leave(id=self.new_id())), int):
            self.perhaps_dealt_anew()

    @rule(who=st.sampled_from(PEOPLE), seat=st.integers(0, 3))
    def remove(self, who: str, seat: int) -> None:
        if isinstance(self.given(who, Remove(id=self.new_id(), seat=seat)), int):
            assert who == self.table.log.seating.maker == "ana"
            self.perhaps_dealt_anew()

    def perhaps_dealt_anew(self) -> None:
        """Until somebody moves, the cards that a player has seen are not played on with."""
        body = self.table.log.entries[-1].body
        assert ("seed" in body) == (not self.moved)
        if "seed" in body:
            options = self.oracle.options
            self.oracle = Match(self.game, options, bytes.fromhex(body["seed"]))
            self.moved = False

    @rule(who=st.sampled_from(PEOPLE))
    def again(self, who: str) -> None:
        """Somebody wants another game: only when this one is over, and there is one only."""
        log = self.table.log
        before = log.done.get(NEXT)
        right = self.oracle.over and log.seating.seat_of(who) is not None
        answer = self.do(who, Again(id=self.new_id()))
        if before is None:
            assert isinstance(answer, int) == right, answer
        else:
            assert answer == before

    @rule(who=st.sampled_from(PEOPLE), seat=st.integers(0, 2), give=st.booleans())
    def take_back(self, who: str, seat: int, give: bool) -> None:
        """Hand a seat to a bot and at once back, so that no bot moves in between."""

        async def both() -> None:
            table = self.table_now
            for bot in ("random", None):
                command = HandOver(id=self.new_id(), seat=seat, bot=bot)  # type: ignore[arg-type]
                try:
                    await table.do(Actor(who, who), command)
                except GameError:
                    assert bot is not None, "a bot is left that plays when nobody looks"
                    return

        log = self.table.log
        own = log.seating.seat_of(who) == seat
        # On a free seat a bot stays once the game has begun or two sit, and would play by itself.
        alone = log.stage is Stage.DEALT and len(log.seating.people) < 2
        if own or (log.seating.chairs[seat].guest is None and alone):
            self.table_now = self.table
            self.table_now.on_change = lambda table: None
            self.wait(both())
            self.table_now.on_change = self.tables.bots.wake

    # --- clients -----------------------------------------------------------------------------

    @rule(who=st.sampled_from(PEOPLE))
    def open_tab(self, who: str) -> None:
        tab = Tab(who)
        self.tabs.append(tab)
        self.join(tab)

    def join(self, tab: Tab) -> None:
        table = self.table

        async def join() -> None:
            table.join(tab, len(tab.entries), tab.you)

        self.wait(join())

    @precondition(lambda self: self.tabs)
    @rule(data=st.data())
    def lose_connection(self, data: st.DataObject) -> None:
        tab = data.draw(st.sampled_from(self.tabs))
        table = self.table

        async def part() -> None:
            table.part(tab)

        self.wait(part())

    @precondition(lambda self: self.tabs)
    @rule(data=st.data())
    def come_back(self, data: st.DataObject) -> None:
        self.join(data.draw(st.sampled_from(self.tabs)))

    @rule()
    def the_server_forgets(self) -> None:
        self.tables = self.new_tables()
        for tab in self.tabs:
            self.join(tab)

    @rule()
    def two_servers_at_once(self) -> None:
        """Another process serves the same table: what it writes, this one takes over."""
        other = self.new_tables()
        elsewhere = self.wait(other.find(self.name))
        seat = self.oracle.seat
        if self.oracle.over or not (who := elsewhere.log.seating.chairs[seat].guest):
            return
        if elsewhere.log.seating.chairs[seat].bot or not self.game.talks:
            return
        fresh = [world for world in range(5) if self.unsaid(elsewhere, who, world)]
        if len(fresh) < 2:
            return
        command = Say(id=self.new_id(), statement={"kind": "card", "world": fresh[0]})
        self.wait(elsewhere.do(Actor(who, who), command))
        body = elsewhere.log.entries[-1].body
        self.game.say(self.oracle.packed, self.oracle.state, body)
        here = self.do(who, Say(id=self.new_id(), statement={"kind": "card", "world": fresh[1]}))
        assert here == elsewhere.log.seq + 1
        body = self.table.log.entries[-1].body
        self.game.say(self.oracle.packed, self.oracle.state, body)

    def unsaid(self, table: LiveTable, who: str, world: int) -> bool:
        """Whether somebody may wish for this card: it exists, and was not wished for yet."""
        try:
            command = Say(id="x", statement={"kind": "card", "world": world})
            table.log.check(Actor(who, who), command, Presence())
        except GameError:
            return False
        return True

    # --- what must hold ------------------------------------------------------------------------

    @invariant()
    def the_table_is_where_the_oracle_is(self) -> None:
        if not hasattr(self, "oracle"):
            return
        log = self.table.log
        assert log.match.state.tobytes() == self.oracle.state.tobytes()
        assert log.match.record.moves == self.oracle.record.moves

    @invariant()
    def every_tab_knows_what_its_seat_may_know(self) -> None:
        if not hasattr(self, "oracle"):
            return
        table = self.table
        log = table.log
        for tab in self.tabs:
            if tab in table.clients:
                viewer = log.viewer(tab.guest)
                assert tab.you == viewer == tab.viewer
                told = orjson.loads(orjson.dumps(log.told(viewer, 0)))
                assert [entry["seq"] for entry in tab.entries] == [one["seq"] for one in told]
                for knows, again in zip(tab.entries, told, strict=True):
                    gone = [event for event in knows["events"] if event not in again["events"]]
                    assert [event for event in knows["events"] if event not in gone] == again[
                        "events"
                    ]
                    assert all(event["event"] in COVERED_UP for event in gone)
                assert tab.screen == orjson.loads(orjson.dumps(log.screen(viewer)))

    def teardown(self) -> None:
        if hasattr(self, "tables"):
            self.wait(self.tables.bots.close())
        self.patch.undo()
        self.store.close()
        self.loop.close()
        self.folder.cleanup()


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=40,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
