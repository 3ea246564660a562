"""Level 10 once more, written from the clauses in the plainest Python: lists and strings.

An oracle for tests. It shares nothing with the compiled rules, looks nothing up, saves no
work: every question is answered from the grid and the hands, whenever it is asked. A turn
is one string as records write it, swap and card under a pause included.
"""

import itertools

WORLDS = "DFSVM"
RESET, PAUSE = "reset", "P"


class NaiveLevel10:
    """A game of Level 10, for any sizes and rulings. `options` has every option by name."""

    def __init__(self, options, deck, first=None):
        self.o = dict(options)
        self.rows = {world: [] for world in WORLDS[: self.o["worlds"]]}  # cards, left to right
        self.under = []  # cards under pauses
        self.resets = dict.fromkeys(self.rows, self.o["columns"] // self.o["worlds"])  # L-2
        deck = list(deck)
        self.hands = []
        for _ in range(self.o["players"]):  # L-4
            self.hands.append(deck[: self.o["hand"]])
            deck = deck[self.o["hand"] :]
        self.deck = deck
        self.result = None  # True: won, False: lost
        self.proposals = [None] * self.o["players"]
        self.seat = 0
        self.choosing = False
        if self.o["players"] == 1:
            self.begin(0)
        elif first is None:
            self.choosing = True  # L-5
        else:
            self.begin(first)

    def copy(self):
        other = object.__new__(NaiveLevel10)
        other.__dict__ = dict(self.__dict__)
        other.rows = {world: list(row) for world, row in self.rows.items()}
        other.resets = dict(self.resets)
        other.hands = [list(hand) for hand in self.hands]
        other.deck, other.under = list(self.deck), list(self.under)
        other.proposals = list(self.proposals)
        return other

    def begin(self, seat):
        self.choosing = False
        self.began_column = seat
        self.give_turn(seat)

    # --- the grid ----------------------------------------------------------------------

    def column(self):
        """How many columns are complete."""
        return min(len(row) for row in self.rows.values())

    def open_rows(self):
        """Rows without a card in the current column (L-14)."""
        if self.grid_full():
            return []
        return [world for world, row in self.rows.items() if len(row) == self.column()]

    def current(self):
        """The cards in the current column."""
        at = self.column()
        return [row[at] for row in self.rows.values() if len(row) > at]

    def grid_full(self):
        return all(len(row) == self.o["columns"] for row in self.rows.values())

    def end_of_row(self, world):
        """The value at the right end of a row (L-15, L-16, L-18)."""
        for card in reversed(self.rows[world]):
            if card == RESET:
                return 0
            if card != PAUSE:  # a pause has the value of the card on its left
                return int(card[1:])
        return 0

    # --- legal turns -------------------------------------------------------------------

    def turns(self):
        """Every legal turn, as records write it."""
        if self.result is not None:
            return []
        if self.choosing:
            return [f"first {seat}" for seat in range(self.o["players"])]
        hand = self.hands[self.seat]
        found = []
        for world in self.open_rows():
            found += [card for card in hand if card[0] == world and self.takes(world, card)]
            if PAUSE in hand and self.takes(world, PAUSE):
                found += [f"P>{world}{under}" for under in self.unders(world)]
            if self.takes(world, RESET):
                found += [f"R>{world}{swap}" for swap in self.swaps()]
        return sorted(set(found))

    def takes(self, world, card):
        """Whether an open row may take a card now."""
        has_reset = RESET in self.current()
        if card == RESET:
            return not has_reset and self.resets[world] > 0  # L-9
        left_open = [other for other in self.open_rows() if other != world]
        if not has_reset:
            if not left_open:
                return False  # L-17
            if len(left_open) == 1 and self.o["dead_end"] == "illegal":
                if self.resets[left_open[0]] == 0:
                    return False
        if card == PAUSE:
            one_here = PAUSE in self.current()
            return not (one_here and self.o["one_pause_per_column"])  # L-18, R-7
        return int(card[1:]) >= self.end_of_row(world)  # L-15

    def fills_the_grid(self):
        cells = sum(len(row) for row in self.rows.values())
        return cells + 1 == self.o["worlds"] * self.o["columns"]

    def unders(self, world):
        """L-19: with the deck already empty, a level card of that world under the pause."""
        found = [""]
        if not self.deck and not self.fills_the_grid():
            found += [f"/{card}" for card in self.hands[self.seat] if card[0] == world]
        return found

    def swaps(self):
        """L-8: none, one or two cards in order; R-11: perhaps not the whole hand."""
        found = [""]
        if not self.deck or self.fills_the_grid():
            return found
        hand = self.hands[self.seat]
        for count in (1, 2):
            if count < len(hand) or (count == len(hand) and self.o["swap_whole_hand"]):
                found += ["/" + ",".join(cards) for cards in itertools.permutations(hand, count)]
        return found

    # --- a turn ------------------------------------------------------------------------

    def play(self, turn):
        if self.choosing:
            return self.propose(int(turn.removeprefix("first ")))
        seat, hand = self.seat, self.hands[self.seat]
        what, _, aside = turn.partition("/")
        aside = [card for card in aside.split(",") if card]
        columns_before = self.column()
        deck_was_empty = not self.deck
        if what.startswith("R>"):
            world = what[2:]
            self.resets[world] -= 1
            self.rows[world].append(RESET)
        else:
            card, world = (PAUSE, what[2:]) if what.startswith("P>") else (what, what[0])
            hand.remove(card)
            self.rows[world].append(card)
        if self.grid_full():  # L-20
            self.result = True
            return None
        if what.startswith("R>"):
            for card in aside:
                hand.remove(card)
                self.deck.append(card)
            for _ in aside:
                hand.append(self.deck.pop(0))
        else:
            for card in aside:
                assert deck_was_empty
                hand.remove(card)
                self.under.append(card)
            if self.deck:  # L-7
                hand.append(self.deck.pop(0))
        following = (seat + 1) % self.o["players"]
        completed = self.column() > columns_before
        if completed and self.o["players"] == self.o["worlds"]:  # L-12
            following = seat
            if self.o["extra_turn"] == "last_seat":  # last in order since its beginning
                following = (self.began_column - 1) % self.o["players"]
        if completed:
            self.began_column = None
        return self.give_turn(following)

    def propose(self, seat):
        """L-5: in turn, until all want the same."""
        self.proposals[self.seat] = seat
        self.seat = (self.seat + 1) % self.o["players"]
        if set(self.proposals) == {seat}:
            self.begin(seat)

    def give_turn(self, seat):
        for _ in range(self.o["players"]):
            if self.hands[seat]:
                self.seat = seat
                if self.began_column is None:
                    self.began_column = seat
                if not self.turns():
                    self.result = False  # L-10
                return
            seat = (seat + 1) % self.o["players"]  # L-11
        self.nobody_has_a_card()

    def nobody_has_a_card(self):
        """R-3: the last reset lays itself, if that is the reading and there is one."""
        missing = [world for world, row in self.rows.items() if len(row) < self.o["columns"]]
        assert len(missing) == 1
        self.result = self.o["last_reset"] == "placed" and self.resets[missing[0]] > 0
        if self.result:
            self.resets[missing[0]] -= 1
            self.rows[missing[0]].append(RESET)

    # --- the end -----------------------------------------------------------------------

    @property
    def over(self):
        return self.result is not None

    def outcome(self):
        """L-21, R-4, R-5, R-6"""
        grid = [card for row in self.rows.values() for card in row]
        pauses = grid.count(PAUSE)
        levels = len(grid) - pauses - grid.count(RESET)
        placed = len(grid) if self.o["pause_scores"] else len(grid) - pauses
        unplayed = (3 if self.o["box_pauses"] else self.o["pauses"]) - pauses
        everything = {
            "won": True,
            "no_card_under_pause": not self.under,
            "all_level_cards": levels == self.o["worlds"] * self.o["values"],
        }[self.o["full_bonus"]]
        usual, full = (0, 5, 20, 40), (0, 10, 30, 50)
        bonus = full[unplayed] if self.result and everything else usual[unplayed]
        return {"won": self.result, "placed": placed, "bonus": bonus, "score": placed + bonus}
