"""Luz drawn: every seat with its bid, tricks and points, its hand, and the running trick."""

from typing import cast

from tenluz.envs.render.canvas import FAINT, INK, Canvas, Colour
from tenluz.envs.render.painter import Painter, Pixels, agent_name
from tenluz.games.luz.rules.options import Packed
from tenluz.games.luz.screen import Place, Screen

COLOURS: dict[str, Colour] = {
    "R": (214, 92, 84),
    "Y": (240, 208, 96),
    "G": (120, 180, 104),
    "B": (96, 148, 214),
    "P": (146, 106, 170),
}
CARD, GAP, EDGE, LINE, ROW = 28, 4, 12, 20, 44
BID, TOOK, POINTS, TRICK, HAND = 100, 142, 190, 252, 306  # where the columns begin
TALL = 32


class LuzPainter(Painter):
    """What is to be seen of Luz is in the screen of a seat; nothing needs to be remembered."""

    def text(self, seat: int) -> str:
        s: Screen = self.screen(seat)
        lines = [_head(s), "          bid took points  trick  hand"]
        for other in range(len(s.cards)):
            hand = " ".join(_name(place) for place in s.hands[other])
            lines.append(
                f"{agent_name(other)}  {_bid(s, other):>3} {s.tricks[other]:>4} "
                f"{s.totals[other]:>6}  {s.trick[other] or '-':>5}  {hand}"
            )
        if any(s.last_trick):
            cards = [card or "-" for card in s.last_trick]
            lines.append(f"last trick, by seat: {' '.join(cards)}")
        if s.ranking:
            lines.append("order: " + " ".join(agent_name(other) for other in s.ranking))
        return "\n".join(lines)

    def picture(self, seat: int) -> Pixels:
        s: Screen = self.screen(seat)
        seats = len(s.cards)
        o = cast(Packed, self._single_game.options)
        width = HAND + o.hand * (CARD + GAP) + EDGE
        canvas = Canvas(width, 2 * EDGE + 2 * LINE + seats * ROW)
        canvas.write(EDGE, EDGE, _head(s))
        y = EDGE + LINE
        titles = (("bid", BID), ("took", TOOK), ("points", POINTS), ("trick", TRICK))
        for title, x in titles:
            canvas.write(x, y, title)
        y += LINE
        for other in range(seats):
            if other == s.turn:
                canvas.box(4, y, 4, TALL, INK)
            canvas.write(EDGE, y + 10, agent_name(other))
            canvas.write(BID, y + 10, _bid(s, other))
            canvas.write(TOOK, y + 10, str(s.tricks[other]))
            canvas.write(POINTS, y + 10, str(s.totals[other]))
            played = s.trick[other]
            if played:
                canvas.card(TRICK, y, CARD, TALL, played, COLOURS[played[0]])
                if other == s.best:
                    canvas.frame(TRICK, y, CARD, TALL, INK)
            else:
                canvas.frame(TRICK, y, CARD, TALL, FAINT)
            for at, place in enumerate(s.hands[other]):
                x = HAND + at * (CARD + GAP)
                canvas.card(x, y, CARD, TALL, _name(place), COLOURS[place.colour])
            y += ROW
        return canvas.pixels


def _name(place: Place) -> str:
    """A card, or what its holder knows of it: the colour."""
    return place.card or f"{place.colour}?"


def _bid(s: Screen, seat: int) -> str:
    bid = s.bids[seat]
    return "-" if bid is None else f"{bid}{'+' if s.safety[seat] else ''}"


def _head(s: Screen) -> str:
    deal = f"Luz, deal {s.deal + 1} of {s.deals}"
    if s.phase == "over":
        return f"Luz: {agent_name(s.ranking[0])} wins"
    return f"{deal}, {agent_name(s.turn)} to {'bid' if s.phase == 'bid' else 'play'}"


PAINTER = LuzPainter
