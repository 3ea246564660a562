"""What happens in Luz, one line an event, from two watchers' views, before and after.

A watcher sees no hand, so a value appears here only once its card lies on the table.
"""

from typing import Any

from tenluz.games.luz.notation import card_name
from tenluz.games.luz.rules.moves import BID, COLOUR, DEAL, NO_CARD, TRUMP
from tenluz.terminal.game_text import TableView
from tenluz.terminal.names import Names, and_list, number_of


def opening(table_view: TableView) -> list[str]:
    """What is played, by whom, and who begins."""
    players = [
        table_view.names[seat] if kind == "person" else f"{table_view.names[seat]} (bot {kind})"
        for seat, kind in enumerate(table_view.players)
    ]
    deals = number_of(table_view.options.deals, "deal")
    return [
        f"Luz: {deals}, values 1 to {table_view.options.values}, yellow is trump.",
        f"At the table: {and_list(players)}.",
        *dealt(table_view.names, table_view.options.deals, table_view.view.table),
    ]


def tell(table_view: TableView, before: Any, after: Any) -> list[str]:
    """The public lines for one change of the table."""
    names = table_view.names
    if before.phase == DEAL:
        return dealt(names, table_view.options.deals, after)
    who = before.seat
    if before.phase == BID:
        lines = [f"{names.does(who, 'bid')} {bid_words(after, who)}."]
        if after.phase != BID:
            lines.append(_all_bids(table_view, after))
        return lines
    card = after.trick[who]
    if card == NO_CARD:
        card = after.last_trick[who]
    verb = "lead" if before.in_trick == 0 else "play"
    trump = " (trump)" if card // COLOUR == TRUMP else ""
    lines = [f"{names.does(who, verb)} {card_name(card)}{trump}."]
    if after.tricks_done > before.tricks_done:
        lines.append(_taken(names, after))
    if after.deal > before.deal:
        lines += _deal_over(table_view, after)
    return lines


def dealt(names: Names, deals: int, t: Any) -> list[str]:
    """Who holds the first-player card, and who bids first (Z-5, Z-17)."""
    line = f"Deal {t.deal + 1} of {deals}. {names.does(t.holder, 'hold')} the first-player card"
    if t.bidder == t.holder:
        line += f" and {'bid' if t.holder == names.me else 'bids'} first."
    else:
        line += f"; {names.does(t.bidder, 'lead')} in points and so bids first (Z-17)."
    if t.bidder != t.holder and t.bidder == names.me:
        line = line.replace("so bids", "so bid")
    return [line]


def bid_words(t: Any, seat: int) -> str:
    """`3 tricks`, `3 tricks with a safety bead (3+)`."""
    text = number_of(t.bids[seat], "trick")
    return f"{text} with a safety bead ({t.bids[seat]}+)" if t.safety[seat] else text


def _all_bids(table_view: TableView, t: Any) -> str:
    total = sum(t.bids[seat] for seat in range(table_view.options.players))
    tricks = number_of(table_view.options.hand, "trick")
    leads = table_view.names.does(t.leader, "lead")
    return f"All have bid: {total} in all, for {tricks}. {leads} to the first trick."


def _taken(names: Names, t: Any) -> str:
    winner = t.leader
    card = card_name(t.last_trick[winner])
    count = number_of(t.tricks[winner], "trick")
    bid = f"{t.bids[winner]}{'+' if t.safety[winner] else ''}"
    return f"{names.does(winner, 'take')} the trick with {card}: {count} so far, bid {bid}."


def _deal_over(table_view: TableView, t: Any) -> list[str]:
    lines = []
    for seat in range(table_view.options.players):
        points = t.points[t.deal - 1, seat]
        total = sum(t.points[deal, seat] for deal in range(t.deal))
        bid = f"{t.bids[seat]}{'+' if t.safety[seat] else ''}"
        made = "made" if points > 0 else "missed"
        lines.append(
            f"Deal {t.deal}: {table_view.names[seat]} bid {bid}, took {t.tricks[seat]}: "
            f"{made}, {points:+d}, {total} in all."
        )
    return lines
