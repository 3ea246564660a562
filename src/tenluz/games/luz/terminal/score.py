"""The score of Luz in words: deal by deal, totals, and what decided the ranking (Z-18)."""

from tenluz.engine.game import OVER
from tenluz.games.luz.screen import ranking
from tenluz.games.luz.terminal.memory import Deal
from tenluz.terminal.game_text import TableView


def score(table_view: TableView) -> list[str]:
    """One line a deal, the totals, and at the end the ranking."""
    names, memory = table_view.names, table_view.memory
    lines = []
    for number, deal in enumerate(memory.deals, 1):
        parts = [
            f"{names[seat]} bid {bid(deal, seat)} took {deal.tricks[seat]}: {deal.points[seat]:+d}"
            for seat in range(len(names))
        ]
        lines.append(f"Deal {number}: {'; '.join(parts)}.")
    if not lines:
        lines.append("No deal is finished yet.")
    points = ", ".join(f"{names[seat]} {total(table_view, seat)}" for seat in range(len(names)))
    lines.append(f"{'Totals' if table_view.view.table.phase == OVER else 'So far'}: {points}.")
    if table_view.view.table.phase == OVER:
        lines += ranking_lines(table_view)
    return lines


def bid(deal: Deal, seat: int) -> str:
    """`3`, or `3+` with a safety bead."""
    return f"{deal.bids[seat]}{'+' if deal.safety[seat] else ''}"


def total(table_view: TableView, seat: int) -> int:
    """The points of a seat so far."""
    return sum(deal.points[seat] for deal in table_view.memory.deals)


def ranking_lines(table_view: TableView) -> list[str]:
    """One line a place, with the tie-break that decided it against the next."""
    seats = ranking(table_view.packed, table_view.view.table)
    lines = []
    for place, seat in enumerate(seats):
        line = f"{place + 1}. {table_view.names[seat]}, {total(table_view, seat)} points"
        if place + 1 < len(seats):
            line += _tie_break(table_view, seat, seats[place + 1])
        lines.append(line + ".")
    winner = table_view.names.does(seats[0], "win")
    return [*lines, f"{winner}!"]


def _tie_break(table_view: TableView, ahead: int, behind: int) -> str:
    if total(table_view, ahead) != total(table_view, behind):
        return ""
    last = table_view.memory.deals[-1]
    other = table_view.names.in_clause(behind)
    if last.points[ahead] != last.points[behind]:
        return (
            f"; ahead of {other} by the last deal, "
            f"{last.points[ahead]} to {last.points[behind]} (Z-18)"
        )
    return f"; ahead of {other}, being nearer to the first-player card (Z-18)"
