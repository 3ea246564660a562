"""Luz in OpenSpiel: a game of general sum, with points after every deal.

Chance draws who holds the first-player card (Z-3), and before every deal the hands. The
cards set aside are never drawn: nobody ever sees them.
"""

import functools
from collections.abc import Callable
from typing import ClassVar

import numpy as np
import pyspiel

from tenluz.engine.compiled import compiled
from tenluz.engine.dice import new_dice
from tenluz.engine.types import JsonObject, Records
from tenluz.envs.openspiel_adapter.game import Rows, TableGame
from tenluz.envs.openspiel_adapter.game_context import GameContext, place_of
from tenluz.envs.openspiel_adapter.history import FIRST, TERMINAL, History
from tenluz.envs.openspiel_adapter.parameters import specification
from tenluz.envs.openspiel_adapter.state import TableState, moves_of
from tenluz.games.luz.game import GAME
from tenluz.games.luz.notation import bid_name, place_name
from tenluz.games.luz.openspiel import infostate_tensor as rows
from tenluz.games.luz.openspiel.events import Bid, Dealt, Played, Scored, faces
from tenluz.games.luz.openspiel.observation_string import private, public
from tenluz.games.luz.rules.apply import apply, points_for
from tenluz.games.luz.rules.moves import DEAL, MOVES, OVER, PLAY
from tenluz.games.luz.rules.options import MOST_HAND, MOST_SEATS, LuzOptions
from tenluz.games.luz.rules.state import STATE

PHASE, SEAT, DEALS, BIDDER, POINTS = (
    place_of(STATE, "table", name) for name in ("phase", "seat", "deal", "bidder", "points")
)
LEGAL = place_of(STATE, "legal")
CARD = place_of(STATE, "hands", "card")

# The same sets come again: places still held, bids.
_legal_moves = functools.lru_cache(1 << 14)(moves_of)


class LuzState(TableState):
    """A game of Luz."""

    def _begin(self, context: GameContext) -> History:
        c = History(context)
        c.waits = FIRST
        return c

    # --- one move --------------------------------------------------------------------

    def _play(self, move: int) -> None:
        c = self._history
        before = c.record
        c.move = move
        c.deals = before[DEALS]
        seat = before[SEAT]
        if move < PLAY:
            c.events.append(Bid(seat, move))
        else:
            place = move - PLAY
            c.events.append(Played(seat, place, before[CARD + MOST_HAND * seat + place]))
        scratch = c.context.scratches.mine
        scratch.bytes[:] = before
        _make_move(scratch.o, scratch.s, move)
        c.record = scratch.bytes.tobytes()
        phase = c.record[PHASE]
        if phase in (DEAL, OVER):
            c.events.append(Scored(self._points(c.deals)))
        if phase == DEAL:
            self._await_hands(c)
        elif phase == OVER:
            c.player, c.legal = TERMINAL, ()
        else:
            self._find_turn(c)

    def _laid_out(self, hands: tuple[bytes, ...]) -> None:
        c = self._history
        c.events.append(Dealt(hands, c.record[BIDDER]))
        self._find_turn(c)

    def _hands_text(self, hands: tuple[bytes, ...], seat: int) -> str:
        return f"hands {faces(hands, seat)}"

    def _find_turn(self, c: History) -> None:
        """Whose turn it is, and what is legal."""
        c.player = c.record[SEAT]
        c.legal = _legal_moves(c.record[LEGAL : LEGAL + 8])

    def _points(self, deal: int) -> list[int]:
        """The points of a finished deal."""
        at = POINTS + MOST_SEATS * deal
        points = self._history.record[at : at + self._history.context.players]
        return [point - 256 if point > 127 else point for point in points]

    # --- what it is worth, and words ---------------------------------------------------

    def returns(self) -> list[float]:
        """The points of all finished deals (Z-16)."""
        deals = self._history.record[DEALS]
        points = map(self._points, range(deals))
        return [float(sum(each)) for each in zip([0] * self._history.context.players, *points)]

    def rewards(self) -> list[float]:
        """The points of the deal that the last move ended, until the next move."""
        c = self._history
        if c.record[DEALS] == c.deals:
            return [0.0] * c.context.players
        return [float(points) for points in self._points(c.deals)]

    def _move_name(self, player: int, move: int) -> str:
        if move < PLAY:
            return bid_name(move)
        if player == self._history.player and move in self._history.legal:
            return place_name(self._history.context.view(self._history.record, player), move - PLAY)
        return f"place {move - PLAY}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "LuzState":
        """A state that this seat cannot tell from this one, its own hand drawn anew.

        Everything else in this deal it has seen, and of the deals before all cards but those
        set aside: so the past is the same but for the seat's hand.
        """
        c = self._history
        if c.player < 0:
            raise pyspiel.SpielError("Only where a seat is on turn can a state be drawn anew.")
        drawn = np.zeros(1, STATE)[0]
        view = c.context.view(c.record, player)
        dice = new_dice(int(sampler() * (1 << 53)))
        c.context.game.rules.sample(c.context.options.packed(), view, dice, drawn)
        hand = c.context.options.hand
        actions = self.history()
        played = next(at for at, event in enumerate(reversed(c.events)) if type(event) is Dealt)
        own = len(actions) - played - hand * (c.context.players - player)
        actions[own : own + hand] = drawn["hands"]["card"][player][:hand].tolist()
        state: LuzState = self.get_game().new_initial_state()
        for action in actions:
            state.apply_action(action)
        return state


class LuzSpiel(TableGame):
    """Luz with its options."""

    game = GAME
    state_type = LuzState
    parameters = specification(GAME, {}, {})
    options: LuzOptions
    kind: ClassVar[JsonObject] = {
        "utility": pyspiel.GameType.Utility.GENERAL_SUM,
        "reward_model": pyspiel.GameType.RewardModel.REWARDS,
        "min_num_players": 2,
        "max_num_players": 5,
    }
    actions = MOVES
    public = staticmethod(public)
    private = staticmethod(private)
    rows: ClassVar[Rows] = rows

    def _kind(self) -> JsonObject:
        model = pyspiel.GameType.RewardModel
        return {"reward_model": model.TERMINAL} if self.options.deals == 1 else {}

    def utilities(self) -> tuple[float, float]:
        """Every bid as wrong as can be, every bid made without a safety bead (Z-13, Z-15)."""
        o = self.options
        deals = range(o.deals)
        worst = sum(points_for(deal, 0, 0, o.hand) for deal in deals)
        best = sum(points_for(deal, 0, 0, 0) for deal in deals)
        return float(worst), float(best)

    def longest(self) -> int:
        """In every deal, everybody bids once and plays every card."""
        o = self.options
        return o.deals * o.players * (1 + o.hand)

    def most_chance(self) -> int:
        """Every card of every hand, and who is first."""
        o = self.options
        return 1 + o.deals * o.players * o.hand


@compiled
def _make_move(o: Records, s: Records, move: int) -> None:
    apply(o[0], s[0], move)
