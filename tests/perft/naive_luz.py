"""Luz once more, written from the clauses in the plainest Python: lists and strings.

An oracle for tests. It shares nothing with the compiled rules, looks nothing up, saves no
work: every question is answered from the cards themselves, whenever it is asked.
"""

TRUMP = "Y"


def colour(card):
    return card[0]


def value(card):
    return int(card[1:])


class NaiveLuz:
    """A game of Luz. Turns are strings as records write them: `3`, `3+`, `Y12`."""

    def __init__(self, players, hand, deals=4, bead_limit=False, first=0):
        self.players, self.hand, self.deals = players, hand, deals
        self.bead_limit = bead_limit
        self.holder = first  # of the first-player card, before deal 1
        self.points = []  # one list for each finished deal
        self.hands = None

    def copy(self):
        other = object.__new__(NaiveLuz)
        other.__dict__ = dict(self.__dict__)
        other.points = list(self.points)
        if self.hands is not None:
            other.hands = [list(hand) for hand in self.hands]
            other.bids = dict(self.bids)
            other.trick = list(self.trick)
            other.taken = list(self.taken)
        return other

    # --- what the table needs from outside ---------------------------------------------

    @property
    def over(self):
        return len(self.points) == self.deals

    @property
    def waits_for_a_deal(self):
        return self.hands is None and not self.over

    def deal(self, deck):
        """Z-2, Z-5: the hands as they are played; the holder passes the card on with the
        hand that was sorted."""
        n = self.hand
        self.hands = [list(deck[seat * n : (seat + 1) * n]) for seat in range(self.players)]
        self.holder = self.left_of(self.holder)
        begins = self.holder
        if self.players == 3 and len(self.points) == self.deals - 1:  # Z-17
            totals = self.totals()
            begins = self.nearest(s for s in self.seats() if totals[s] == max(totals))
        self.order = [(begins + k) % self.players for k in self.seats()]
        self.bids = {}
        self.trick = []  # (seat, card), in the order of play
        self.taken = [0] * self.players

    # --- seats -------------------------------------------------------------------------

    def seats(self):
        return range(self.players)

    def left_of(self, seat):
        return (seat + 1) % self.players

    def nearest(self, candidates):
        """The first of them in turn order from the holder, who is counted in (S-3)."""
        candidates = set(candidates)
        seat = self.holder
        while seat not in candidates:
            seat = self.left_of(seat)
        return seat

    def seat(self):
        """Whose turn it is."""
        if len(self.bids) < self.players:
            return self.order[len(self.bids)]
        return self.order[len(self.trick)]

    # --- turns -------------------------------------------------------------------------

    def turns(self):
        """Every legal turn."""
        if self.over or self.waits_for_a_deal:
            return []
        if len(self.bids) < self.players:
            return self.legal_bids()
        hand = self.hands[self.seat()]
        if self.trick:
            led = colour(self.trick[0][1])
            following = [card for card in hand if colour(card) == led]
            if following:  # Z-9
                return following
        return list(hand)

    def legal_bids(self):
        """Z-7, S-1, S-5"""
        most = self.hand
        if self.bead_limit:
            beads = 15 - sum(bid for bid, _ in self.bids.values())
            most = min(most, beads)
        return [f"{bid}{safety}" for bid in range(most + 1) for safety in ("", "+")]

    def play(self, turn):
        seat = self.seat()
        if len(self.bids) < self.players:
            self.bids[seat] = (int(turn.rstrip("+")), turn.endswith("+"))
            return
        self.hands[seat].remove(turn)
        self.trick.append((seat, turn))
        if len(self.trick) == self.players:
            winner = self.winner_of_trick()
            self.taken[winner] += 1
            self.order = [(winner + k) % self.players for k in self.seats()]  # Z-8
            self.trick = []
            if not any(self.hands):
                self.points.append([self.earned(seat) for seat in self.seats()])
                self.hands = None

    def winner_of_trick(self):
        """Z-11"""
        led = colour(self.trick[0][1])
        trumps = [(value(card), seat) for seat, card in self.trick if colour(card) == TRUMP]
        follows = [(value(card), seat) for seat, card in self.trick if colour(card) == led]
        return max(trumps or follows)[1]

    # --- points ------------------------------------------------------------------------

    def earned(self, seat):
        """Z-13 to Z-15"""
        number = len(self.points) + 1
        (bid, safety), taken = self.bids[seat], self.taken[seat]
        if safety:
            if taken in (bid, bid + 1):
                return {1: 5, 2: 10, 3: 15, 4: 20}[number]
        elif taken == bid:
            return {1: 10, 2: 20, 3: 30, 4: 40}[number]
        return -5 * abs(taken - bid)

    def totals(self):
        """Z-16"""
        return [sum(deal[seat] for deal in self.points) for seat in self.seats()]

    def ranking(self):
        """Z-18, place by place: the best of those left is the winner among them."""
        totals, last = self.totals(), self.points[-1]
        left, places = set(self.seats()), []
        while left:
            best = max(totals[seat] for seat in left)
            tied = [seat for seat in left if totals[seat] == best]
            best = max(last[seat] for seat in tied)
            tied = [seat for seat in tied if last[seat] == best]
            places.append(self.nearest(tied))
            left.remove(places[-1])
        return places

    def outcome(self):
        ranking = self.ranking()
        return {
            "scores": self.totals(),
            "deals": self.points,
            "ranking": ranking,
            "winner": ranking[0],
        }
