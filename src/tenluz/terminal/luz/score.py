"""The score of Luz in words: deal by deal, totals, and what decided the ranking (Z-18)."""

from tenluz.games.game import OVER
from tenluz.terminal.luz.memory import Deal
from tenluz.terminal.words import Scene


def score(scene: Scene) -> list[str]:
    """One line a deal, the totals, and at the end the ranking."""
    names, memory = scene.names, scene.memory
    lines = []
    for number, deal in enumerate(memory.deals, 1):
        parts = [
            f"{names[seat]} bid {bid(deal, seat)} took {deal.tricks[seat]}: {deal.points[seat]:+d}"
            for seat in range(len(names))
        ]
        lines.append(f"Deal {number}: {'; '.join(parts)}.")
    if not lines:
        lines.append("No deal is finished yet.")
    points = ", ".join(f"{names[seat]} {total(scene, seat)}" for seat in range(len(names)))
    lines.append(f"{'Totals' if scene.view.table.phase == OVER else 'So far'}: {points}.")
    if scene.view.table.phase == OVER:
        lines += ranking(scene)
    return lines


def bid(deal: Deal, seat: int) -> str:
    """`3`, or `3+` with a safety bead."""
    return f"{deal.bids[seat]}{'+' if deal.safety[seat] else ''}"


def total(scene: Scene, seat: int) -> int:
    """The points of a seat so far."""
    return sum(deal.points[seat] for deal in scene.memory.deals)


def ranking(scene: Scene) -> list[str]:
    """One line a place, with the tie-break that decided it against the next."""
    seats = scene.game.outcome(scene.packed, scene.view)["ranking"]
    lines = []
    for place, seat in enumerate(seats):
        line = f"{place + 1}. {scene.names[seat]}, {total(scene, seat)} points"
        if place + 1 < len(seats):
            line += _tie_break(scene, seat, seats[place + 1])
        lines.append(line + ".")
    winner = scene.names.does(seats[0], "win")
    return [*lines, f"{winner}!"]


def _tie_break(scene: Scene, ahead: int, behind: int) -> str:
    if total(scene, ahead) != total(scene, behind):
        return ""
    last = scene.memory.deals[-1]
    other = scene.names.in_clause(behind)
    if last.points[ahead] != last.points[behind]:
        return (
            f"; ahead of {other} by the last deal, "
            f"{last.points[ahead]} to {last.points[behind]} (Z-18)"
        )
    return f"; ahead of {other}, being nearer to the first-player card (Z-18)"
