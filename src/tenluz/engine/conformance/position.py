"""One position: what the compiled functions of a game must agree on."""

from typing import cast

import numpy as np

from tenluz.engine.conformance.case import Case
from tenluz.engine.game import DEAL, WATCHER, Record, moves_in
from tenluz.engine.match import Match
from tenluz.engine.plain import bytes_of
from tenluz.engine.types import Move, Records

NO_MOVE = 63  # the sign of a word: no move can have this number
PATIENCE = 1_000  # moves without a trace in the record, until the game counts as endless


def check_turn(case: Case, match: Match) -> None:
    """Somebody is on turn and can move."""
    seat, moves = match.seat, match.moves()
    case.expect(
        0 <= seat < case.chosen.players,
        f"`table.seat` is {seat}, which is no seat of {case.chosen.players}",
        "rules.apply and rules.deal: they say who is on turn",
    )
    case.expect(
        moves,
        f"seat {seat} is on turn and has no legal move",
        "rules.legal, or rules.apply, which must end a game in which nobody can move (phase 1)",
    )
    most = case.game.moves_end
    case.expect(
        max(moves) < most and NO_MOVE not in moves,
        f"legal moves {moves}: all must be below `moves_end`, {most}, and not {NO_MOVE}",
        "rules/moves.py, or `moves_end` of the game",
    )
    case.expect(
        not all(match.stands_still(move) for move in moves),
        f"every legal move of seat {seat}, {moves}, stands still: the game would have no end",
        "stands_still, or word, which gives none for moves that leave no trace in a record",
    )


def check_views(case: Case, match: Match) -> None:
    """A view is written whole, changes nothing, and gives its seat the legal moves."""
    rules, o, state = case.game.rules, match.packed, match.state
    before = bytes_of(state)
    legal = _moves(rules.legal(o, state))
    for viewer in case.viewers:
        view = match.view(viewer)
        case.expect(
            bytes_of(state) == before,
            f"{_who(viewer)}: the state is not the same after it was only looked at",
            "rules.view: it must not write to the state",
        )
        room = _used(case.game.view_type)
        rules.view(o, state, viewer, room[0])
        if bytes_of(room) != bytes_of(view):
            case.fail(
                f"{_who(viewer)}: the view is not the same in a record that was used before: "
                f"{_different(room[0], view)} is left as it was",
                "rules.view: write every field",
            )
        case.expect(
            view.seat == viewer,
            f"{_who(viewer)}: the view says that it is of seat {view.seat}",
            "rules.view",
        )
        found = _moves(rules.choices(o, view))
        wanted = legal if viewer == match.seat else []
        case.expect(
            found == wanted,
            f"{_who(viewer)}: `choices` gives {found} from the view, and "
            + (f"`legal` {legal} from the state" if wanted else "must give nothing: not on turn"),
            "rules.choices, or what rules.view leaves in the view for it",
        )


def check_samples(case: Case, match: Match) -> None:
    """A state drawn from a view gives that view back, and to a watcher shows nothing else."""
    game, o = case.game, match.packed
    watched = bytes_of(match.view(WATCHER))
    for seat in case.seats:
        view = match.view(seat)
        bytes_before = bytes_of(view)
        drawn = _used(game.state_type)
        game.rules.sample(o, view, case.rolls, drawn[0])
        again = game.view(o, drawn[0], seat)
        case.expect(
            bytes_of(view) == bytes_before,
            f"{_who(seat)}: `sample` has changed the view that it was given",
            "rules.sample: it must not write to the view",
        )
        if bytes_of(again) != bytes_before:
            case.fail(
                f"{_who(seat)}: a state drawn from the view gives another view, in "
                f"{_different(again, view)}: it does not agree with the view, or the view holds "
                "what its seat may not know",
                "rules.sample, or rules.view if it leaks",
            )
        case.expect(
            bytes_of(game.view(o, drawn[0], WATCHER)) == watched,
            f"two states that look alike to seat {seat} look different to a watcher, who must "
            "not know more than any seat",
            "rules.view for seat -1",
        )
        case.samples += 1
        case.other_samples += bytes_of(drawn) != bytes_of(match.state)


def make(case: Case, match: Match, move: Move) -> Record:
    """Make a move, and the deal after it if the rules wait for one: the state between the two."""
    game, seat = case.game, match.seat
    trial = np.zeros(1, game.state_type)
    trial[0] = match.state
    game.rules.apply(match.packed, trial[0], move)
    kept = game.word(match.state, move) is not None
    match.make(move)
    case.moves += 1
    case.words += kept
    if bytes_of(trial) != bytes_of(match.state):
        case.fail(
            f"move {move} made twice from the same state gives two states: they differ in "
            f"{_different(trial[0], match.state)}",
            "rules.apply: all it knows must be in its arguments",
        )
    case.expect(
        not match.mid_turn or match.seat == seat,
        f"seat {seat} is in the middle of its turn, and seat {match.seat} is on turn",
        "mid_turn, or rules.apply",
    )
    most = game.longest(case.chosen)
    case.expect(
        case.words <= most,
        f"the game has taken {case.words} moves, and `longest` says at most {most}",
        "longest, or rules.apply if the game should be over",
    )
    case.expect(
        case.moves - case.words <= PATIENCE,
        f"{PATIENCE} moves were made of which records keep no trace",
        "rules.legal: let the players agree, or word",
    )
    after = trial[0]
    if match.undealt:
        check_undealt(case, match.packed, match.state)
        match.deal()
    return after


def check_undealt(case: Case, o: Record, state: Record) -> None:
    """Between deals nobody can move."""
    case.expect(
        state.table.phase == DEAL and not _moves(case.game.rules.legal(o, state)),
        "there are legal moves although the cards are not dealt (phase 0)",
        "rules.legal",
    )


def _used(kind: np.dtype[np.void]) -> Records:
    """An array of one record, with something else in it; but not in what is spare."""
    scratch: Records = np.zeros(1, kind)
    scratch.view(np.uint8)[:] = 0x5A
    _clear_spare(scratch)
    return scratch


def _clear_spare(scratch: Records) -> None:
    for name in scratch.dtype.names or ():
        if name == "spare":
            scratch[name] = 0
        _clear_spare(scratch[name])


def _moves(words: tuple[int, int]) -> list[int]:
    return list(moves_in(*words))


def _who(viewer: int) -> str:
    return "watcher" if viewer == WATCHER else f"seat {viewer}"


def _different(one: object, other: object) -> str:
    """The fields in which two records differ."""
    found = []
    left, right = cast(np.void, one), cast(np.void, other)
    for name in left.dtype.names or ():
        if left.dtype[name].names:
            inner = _different(left[name], right[name])
            found += [f"{name}.{part}" for part in inner.split(", ") if part]
        elif bytes_of(np.asarray(left[name])) != bytes_of(np.asarray(right[name])):
            found.append(name)
    return ", ".join(found)
