"""The two tables as somebody works them: a move that the server offers is made on the page,
by what is read there. Every offered move has a way on the page; the page offers no other.
"""

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.people import Person
from tests.browser.wire import PATIENCE

Move = dict[str, Any]


class TablePage(ABC):
    """What both tables have."""

    hand_title: str

    def __init__(self, person: Person, seed: int = 0) -> None:
        self.person = person
        self.page, self.wire = person.page, person.wire
        self.main = self.page.get_by_role("main")
        self.dice = random.Random(seed)
        # Called whenever it is this player's turn, before anything is done.
        self.before_move: Callable[[], None] = lambda: None

    @property
    def hand(self) -> Locator:
        """The own hand."""
        return self.page.get_by_role("group", name=self.t(self.hand_title), exact=True)

    def seat(self, number: int) -> Locator:
        """What is shown of a seat, among all seats."""
        return self.main.get_by_role("list").first.get_by_role("listitem").nth(number)

    def once_more(self) -> None:
        """The same table again."""
        welcomes = self.wire.welcomes
        self.person.way.press(self.again)
        self.wire.until_welcome(welcomes)

    @property
    def again(self) -> Locator:
        """Once more, at the end."""
        return self.page.get_by_role("button", name=self.t("end.again"), exact=True)

    def t(self, key: str) -> str:
        """A message in this person's language."""
        return self.person.words(key)

    def button(self, key: str, **values: object) -> Locator:
        """A button by its message."""
        return self.main.get_by_role("button", name=self.person.words.like(key, **values))

    def press(self, button: Locator) -> None:
        """Press in this person's way, and wait for what comes of it."""
        self.wire.after(lambda: self.person.way.press(button))
        assert not self.wire.refused, self.wire.refused

    def expect_turn(self) -> None:
        """The page shows that it is this player's turn: what may be played, and no more."""
        offered = self.hand.locator("button[aria-disabled=false]")
        cards = [str(card) for card in self.playable()]
        expect(offered).to_have_count(len(cards), timeout=PATIENCE)
        for at, card in enumerate(cards):  # as many were offered before my last card lay there
            wanted = offered.nth(at).and_(
                self.page.locator(f'[data-card="{card}"], [data-place="{card}"]')
            )
            expect(wanted).to_be_attached(timeout=PATIENCE)

    def play_on(self) -> None:
        """Play to the end of the game."""
        while self.wire.until_asked():
            self.expect_turn()
            self.before_move()
            self.do(self.some_move())
        expect(self.again).to_be_visible()

    def some_move(self) -> Move:
        """Any move that is not plainly bad."""
        return self.dice.choice(self.fine_moves())

    def fine_moves(self) -> list[Move]:
        """All moves, but for those that lose at once where there are others."""
        moves = self.wire.moves
        return [move for move in moves if not move.get("loses")] or moves

    @abstractmethod
    def playable(self) -> list[Any]:
        """The cards of the hand that a move would take, as the server says."""

    @abstractmethod
    def card_of(self, move: Move) -> Locator:
        """The card of the hand that a move takes."""

    @abstractmethod
    def do(self, move: Move) -> None:
        """Make a move on the page."""


class Level10Page(TablePage):
    """A table of Level 10."""

    hand_title = "hand.title"

    def card_of(self, move: Move) -> Locator:
        """By its name; of several pauses the first."""
        name = self.person.words.like("hand.playable", card=self.card_name(move["card"]))
        return self.hand.get_by_role("button", name=name).first

    def card_name(self, card: str) -> re.Pattern[str]:
        """A card in words."""
        words = self.person.words
        if card == "P":
            return re.compile(words.pattern("card.pause"))
        return re.compile(words.pattern("card.level", world=card[0], value=card[1:]))

    def world(self, row: int) -> str:
        """A row's letter."""
        return str(self.wire.screen["worlds"][row])

    def playable(self) -> list[str]:
        """Cards with a move; while cards are laid aside, those that may be."""
        screen = self.wire.screen
        if screen["phase"] == "choose":
            return []
        cards = {move["card"] for move in self.wire.moves if move["card"]}
        return [card for card in screen["hand"] if card in cards]

    def expect_turn(self) -> None:
        """The same, for the resets too."""
        super().expect_turn()
        resets = [move for move in self.wire.moves if move["kind"] == "reset"]
        expect(self.main.locator("table button[aria-disabled=false]")).to_have_count(len(resets))

    def do(self, move: Move) -> None:
        """Make a move; the question that a losing one asks is answered with yes."""
        kind, loses = move["kind"], move.get("loses", False)
        if kind == "first":
            seat = move["seat"]
            mine = self.button("seat.me")
            others = self.main.locator(".prompt .do").get_by_role("button")
            self.press(mine if seat == self.wire.you else others.nth(seat))
        elif kind == "pause":
            self.person.way.press(self.card_of(move))
            row = self.button("world.name", world=self.world(move["row"]))
            self.press_sure(row, loses)
        elif kind == "reset":
            reset = self.button("grid.reset", world=self.world(move["row"]))
            self.press(reset)
        elif kind == "done":
            self.press(self.done)
        else:
            self.press_sure(self.card_of(move), loses)

    def some_move(self) -> Move:
        """With a little sense, so that a game lasts: the card that leaves most room, a reset
        where the next card would leap; now and then a swap."""
        screen, moves = self.wire.screen, self.fine_moves()

        def leap(move: Move) -> int:
            return int(move["card"][1:]) - int(screen["tops"][move["row"]])

        cards = [move for move in moves if move["kind"] == "card"]
        resets = [move for move in moves if move["kind"] == "reset"]
        best = min(cards, key=leap, default=None)
        if best is not None and (leap(best) <= 2 or not resets):
            return best
        if resets:
            return max(resets, key=lambda move: int(screen["tops"][move["row"]]))
        return self.dice.choice(moves)

    @property
    def done(self) -> Locator:
        """No more swaps, or nothing under the pause: the one button of the question."""
        return self.main.locator(".prompt .do").get_by_role("button")

    def press_sure(self, button: Locator, loses: bool) -> None:
        """Press; where it loses at once, say that one is sure."""
        if loses:
            self.person.way.press(button)
            self.press(self.button("ask.anyway"))
        else:
            self.press(button)


class LuzPage(TablePage):
    """A table of Luz."""

    hand_title = "luz:yourHand"

    def playable(self) -> list[int]:
        """Places with a move."""
        return [move["place"] for move in self.wire.moves if move["place"] is not None]

    def card_of(self, move: Move) -> Locator:
        """By its place: cards of a colour are told apart by nothing else."""
        return self.hand.locator(f"button[data-place='{move['place']}']")

    def expect_turn(self) -> None:
        """The same; the points of the last deal are put away first."""
        shown = self.button("luz:goOn")
        bids = [move["tricks"] for move in self.wire.moves if move["kind"] == "bid"]
        if bids:  # they come when the last trick has been seen
            asked = self.button("luz:tricks", tricks=bids[0])
            shown.or_(asked).first.wait_for()
        if shown.count():
            self.person.way.press(shown)
        super().expect_turn()

    def do(self, move: Move) -> None:
        """Make a bid, or play the card at a place."""
        if move["kind"] == "card":
            self.press(self.card_of(move))
            return
        self.person.way.press(self.button("luz:tricks", tricks=move["tricks"]))
        safety = self.main.get_by_role("checkbox")
        if safety.is_checked() != move["safety"]:
            self.person.way.tick(safety)
        words, safe = self.person.words, "yes" if move["safety"] else "no"
        bid = words.pattern("luz:bid", tricks=move["tricks"], safety=safe)
        self.press(self.button("luz:doBid", bid=re.compile(bid)))


def table_page(person: Person, game: str, seed: int = 0) -> TablePage:
    """The table of a game."""
    return Level10Page(person, seed) if game == "level10" else LuzPage(person, seed)
