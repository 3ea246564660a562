"""Level 10 in OpenSpiel: a cooperative game of identical interest.

Chance draws each card when it is drawn, not before: what lies in the pile is undecided, but
for the cards that somebody has tucked. Nobody can tell the difference, and the tree stays
small. A move that draws waits for its cards, and is made when they are known.

There is no talk among the moves. With `open_counts` everybody always knows how many cards
of each world everybody holds, which is what L-22 lets players say at any time.
"""

from collections.abc import Callable
from typing import ClassVar

import pyspiel

from tenluz.engine.compiled import compiled
from tenluz.engine.types import JsonObject, Records
from tenluz.envs.openspiel_adapter.game import Rows, TableGame
from tenluz.envs.openspiel_adapter.game_context import GameContext, place_of
from tenluz.envs.openspiel_adapter.history import CHANCE, DRAW, FIRST, TERMINAL, History
from tenluz.envs.openspiel_adapter.parameters import specification
from tenluz.envs.openspiel_adapter.state import TableState, moves_of
from tenluz.games.level10.game import GAME
from tenluz.games.level10.notation import move_name
from tenluz.games.level10.openspiel import infostate_tensor as rows
from tenluz.games.level10.openspiel.events import Counted, Dealt, Drew, Moved, Over, Tucked
from tenluz.games.level10.openspiel.observation_string import private, public
from tenluz.games.level10.openspiel.resample import resampled_actions
from tenluz.games.level10.rules import score
from tenluz.games.level10.rules.apply import apply
from tenluz.games.level10.rules.chance import turn_up, unseen_draws
from tenluz.games.level10.rules.moves import (
    ASIDE,
    CHOOSE,
    DONE,
    MOVES,
    OVER,
    PAUSE,
    ROW,
    ROW_BITS,
    SWAP,
    TURN,
)
from tenluz.games.level10.rules.options import Level10Options
from tenluz.games.level10.rules.score import highest_score, lowest_score
from tenluz.games.level10.rules.state import STATE

# L-5 has no end while nobody agrees. Here each seat proposes freely so many times, and from
# then on can only repeat the proposal before its own.
FREE_PROPOSALS = 2

PHASE, SEAT, HEAD, TAIL, WON = (
    place_of(STATE, "table", name) for name in ("phase", "seat", "head", "tail", "won")
)
LEGAL, HANDS, PILE = (place_of(STATE, name) for name in ("legal", "hands", "pile"))


class Level10State(TableState):
    """A game of Level 10."""

    alike = PAUSE

    def _begin(self, context: GameContext) -> History:
        c = History(context)
        if context.players > 1 and context.options.first_player == "dealt":
            c.waits = FIRST
        else:
            c.first = -1 if context.players > 1 else 0
            self._await_hands(c)
        return c

    # --- one move --------------------------------------------------------------------

    def _play(self, move: int) -> None:
        c = self._history
        c.move = move
        before = c.record
        if ASIDE <= move < DONE and before[PHASE] == SWAP:
            c.events.append(Tucked(before[SEAT], move - ASIDE))
        else:
            c.events.append(Moved(before[SEAT], move))
        scratch = c.context.scratches.mine
        scratch.bytes[:] = before
        to_draw = _try_move(scratch.o, scratch.s, move)
        if to_draw:
            head = before[HEAD]
            c.player, c.legal, c.waits, c.wanted = CHANCE, (), DRAW, to_draw
            c.stock, c.low, c.dealt = before[PILE + head : PILE + len(c.context.deck)], 0, b""
        else:
            c.record = scratch.bytes.tobytes()
            self._moved(before, b"")

    def _drawn(self, cards: bytes) -> None:
        c = self._history
        before = c.record
        scratch = c.context.scratches.mine
        scratch.bytes[:] = before
        _draw_and_move(scratch.o, scratch.s, c.move, cards[0], cards[-1], len(cards))
        c.record = scratch.bytes.tobytes()
        self._moved(before, cards)

    def _moved(self, before: bytes, turned: bytes) -> None:
        """A move is made: tell what was drawn, and see whose turn it is."""
        c = self._history
        head, tail = before[HEAD], before[TAIL]
        drawn = c.record[HEAD] - head
        if drawn:
            cards = turned + before[PILE + head + len(turned) : PILE + min(head + drawn, tail)]
            if head + drawn > tail:  # L-8: what was just tucked comes back
                cards += bytes((c.move - ASIDE,))
            c.events.append(Drew(before[SEAT], cards, head))
        if c.context.options.open_counts and c.record[HANDS:PILE] != before[HANDS:PILE]:
            c.events.append(self._counted())
        self._find_turn()

    def _laid_out(self, hands: tuple[bytes, ...]) -> None:
        c = self._history
        c.events.append(Dealt(hands))
        if c.context.options.open_counts:
            c.events.append(self._counted())
        self._find_turn()

    def _hands_text(self, hands: tuple[bytes, ...], seat: int) -> str:
        return Dealt(hands).to(seat)

    def _find_turn(self) -> None:
        """Whose turn it is, and what is legal."""
        c = self._history
        phase = c.record[PHASE]
        if phase == OVER:
            c.player, c.legal = TERMINAL, ()
            c.events.append(Over(bool(c.record[WON])))
            return
        c.player = c.record[SEAT]
        c.legal = moves_of(c.record[LEGAL : LEGAL + 8], high=phase != TURN)
        if phase == CHOOSE:
            proposals = sum(type(event) is Moved for event in c.events)
            if proposals >= FREE_PROPOSALS * c.context.players:
                c.legal = (c.move,)

    def _counted(self) -> Counted:
        """How many cards of each world each seat holds."""
        record, context = self._history.record, self._history.context
        worlds = range(context.options.worlds)
        counts = []
        for seat in range(context.players):
            at = HANDS + 8 * seat
            hand = int.from_bytes(record[at : at + 8], "little")
            counts += [(hand >> world * ROW & ROW_BITS).bit_count() for world in worlds]
        return Counted(bytes(counts), len(worlds))

    # --- what it is worth, and words ---------------------------------------------------

    def returns(self) -> list[float]:
        """Everybody's share of the best score (L-21), or 1 for a game won; 0 before the end."""
        c = self._history
        if c.player != TERMINAL:
            return [0.0] * c.context.players
        game = self.get_game()
        if game.utility_is_score:
            scratch = c.context.scratches.mine
            scratch.bytes[:] = c.record
            return [_score(scratch.o, scratch.s) / game.best_score] * c.context.players
        return [float(c.record[WON])] * c.context.players

    def rewards(self) -> list[float]:
        """All comes at the end."""
        return self.returns()

    def _move_name(self, player: int, move: int) -> str:
        return move_name(move)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "Level10State":
        """A state that this seat cannot tell from this one, cards unknown to it drawn anew."""
        c = self._history
        if c.player < 0:
            raise pyspiel.SpielError("Only where a seat is on turn can a state be drawn anew.")
        state: Level10State = self.get_game().new_initial_state()
        for action in resampled_actions(c, player, sampler):
            state.apply_action(action)
        return state


class Level10Spiel(TableGame):
    """Level 10 with its options."""

    game = GAME
    state_type = Level10State
    parameters = specification(
        GAME, {"first_player": "dealt", "advice": "none"}, {"utility": "score"}
    )
    options: Level10Options
    kind: ClassVar[JsonObject] = {
        "utility": pyspiel.GameType.Utility.IDENTICAL,
        "reward_model": pyspiel.GameType.RewardModel.TERMINAL,
        "min_num_players": 1,
        "max_num_players": 5,
    }
    actions = MOVES
    public = staticmethod(public)
    private = staticmethod(private)
    rows: ClassVar[Rows] = rows

    def _agree(self, given: JsonObject) -> None:
        if given["utility"] not in ("score", "won"):
            raise pyspiel.SpielError(f"utility must be score or won, not {given['utility']!r}.")
        self.utility_is_score = given["utility"] == "score"
        self.best_score = highest_score(self.options)

    def utilities(self) -> tuple[float, float]:
        """Shares of the best score; or 1 for a game won."""
        if not self.utility_is_score:
            return 0.0, 1.0
        return lowest_score(self.options) / self.best_score, 1.0

    def longest(self) -> int:
        """Proposals of who is first count here, where they have an end."""
        o = self.options
        moves = GAME.longest(o)
        if o.players > 1 and o.first_player == "together":
            moves += (FREE_PROPOSALS + 1) * o.players - 1
        return moves

    def most_chance(self) -> int:
        """Every card once, and who is first."""
        return len(self.context.deck) + (self.options.first_player == "dealt")


# --- compiled ------------------------------------------------------------------------


@compiled
def _try_move(o: Records, s: Records, move: int) -> int:
    """Make a move unless it draws cards that nobody has seen: how many those are."""
    s[1] = s[0]
    draws = unseen_draws(o[0], s[0], s[1], move)
    if draws == 0:
        s[0] = s[1]
    return draws


@compiled
def _draw_and_move(o: Records, s: Records, move: int, card: int, last: int, count: int) -> None:
    """Make a move that draws these cards, one or two, which nobody had seen."""
    place = s[0].table.head
    turn_up(s[0], place, card)
    if count == 2:
        turn_up(s[0], place + 1, last)
    apply(o[0], s[0], move)


@compiled
def _score(o: Records, s: Records) -> int:
    return score.counted(o[0], s[0].table) + score.bonus(o[0], s[0].table)
