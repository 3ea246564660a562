"""One position in words and values: names of moves, reasons, screens and news."""

import dataclasses
import json
from typing import Any, get_args

from tenluz.engine.conformance.case import Case
from tenluz.engine.errors import NotLegal
from tenluz.engine.game import NO_SEAT
from tenluz.engine.match import Match
from tenluz.engine.plain import bytes_of
from tenluz.engine.types import Move, Seat, StateRecord, ViewRecord


def check_names(case: Case, match: Match) -> None:
    """Every legal move has a name of its own, and typing that name means the move."""
    game, o, view = case.game, match.packed, match.view(match.seat)
    names: dict[str, Move] = {}
    for move in match.moves():
        name = game.move_name(o, view, move)
        case.expect(
            name not in names,
            f"moves {names.get(name)} and {move} are both called {name!r}",
            "move_name: players must be able to tell moves apart",
        )
        names[name] = move
    for name, move in names.items():
        read = game.read_move(o, view, name)
        case.expect(
            read[:1] == (move,),
            f"move {move} is called {name!r}, which `read_move` takes for {read}",
            "read_move, or move_name",
        )


def check_reasons(case: Case, match: Match) -> None:
    """Every move that is not legal is refused with a reason that the game declares."""
    game, o = case.game, match.packed
    view = match.view(Seat(max(match.seat, 0)))
    declared = {reason.code: reason for reason in game.reasons}
    legal = match.moves()
    for move in map(Move, range(game.moves_end)):
        if move in legal:
            continue
        error: Any = game.why_not(o, view, move)
        case.expect(
            isinstance(error, NotLegal) and str(error),
            f"`why_not` of move {move} gives {error!r}, and no NotLegal with a text",
            "why_not",
        )
        reason = declared.get(error.code)
        case.expect(
            reason is not None or error.code == NotLegal.code,
            f"move {move} is refused with the code {error.code!r} ({error}), which is none of "
            f"`reasons`: {', '.join(declared) or 'there are none'}",
            "reasons: declare it, so that there can be a sentence for it; or why_not",
        )
        missing = set(reason.values if reason else ()) - set(error.values)
        case.expect(
            not missing,
            f"move {move} is refused with {error.code!r} without {', '.join(sorted(missing))}",
            "why_not: make the error with `Reason.error`",
        )


def check_screens(case: Case, match: Match) -> None:
    """What each viewer is shown is of the declared type, can be written as JSON, and offers the
    legal moves to the seat on turn alone."""
    game, o = case.game, match.packed
    for viewer in case.viewers:
        screen: Any = game.screen(o, game.plain_view(o, match.state, viewer))
        case.expect(
            isinstance(screen, game.screen_type),
            f"`screen` gives a {type(screen).__name__}, and `screen_type` is "
            f"{game.screen_type.__name__}",
            "screen, or screen_type",
        )
        _check_json(case, screen, "screen")
        offered = [move.move for move in screen.moves]
        wanted = match.moves() if viewer == match.seat and viewer != NO_SEAT else []
        case.expect(
            sorted(offered) == wanted,
            f"the screen of seat {viewer} offers moves {offered}, and {wanted} are legal for it",
            "screen: its `moves`",
        )
        case.expect(
            all(getattr(move, "name", "a table of its own") for move in screen.moves),
            f"the screen of seat {viewer} offers a move with an empty name",
            "screen: the `name` of each of `moves` stands on its button",
        )


def views(case: Case, match: Match) -> dict[Seat, ViewRecord]:
    """What each viewer sees now."""
    game = case.game
    return {seat: game.plain_view(match.packed, match.state, seat) for seat in case.viewers}


def check_news(
    case: Case, match: Match, before: dict[Seat, ViewRecord], after: StateRecord, move: Move
) -> None:
    """What each viewer learns from a move, and from the deal that follows it: events of the
    declared types, that can be written as JSON."""
    game, o = case.game, match.packed
    declared = get_args(game.event_type) or (game.event_type,)
    for viewer, view in before.items():
        between = game.plain_view(o, after, viewer)
        own = move if viewer == view.table.seat else None
        steps = [game.news(o, view, between, own)]
        if bytes_of(after) != bytes_of(match.state):
            steps.append(game.news(o, between, game.plain_view(o, match.state, viewer), None))
        for event in (event for events in steps for event in events):
            case.expect(
                isinstance(event, declared),
                f"`news` gives a {type(event).__name__}, which is none of `event_type`",
                "news, or event_type",
            )
            _check_json(case, event, "news")


def _check_json(case: Case, value: object, made_by: str) -> None:
    try:
        json.dumps(value, default=_fields, allow_nan=False)
    except (TypeError, ValueError) as error:
        case.fail(f"what `{made_by}` gives cannot be written as JSON: {error}", made_by)


def _fields(value: Any) -> dict[str, object]:
    """A dataclass for JSON; TypeError for anything else."""
    return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
