"""The score of Level 10 with its parts, in words (L-21, R-4, R-5, R-6)."""

from tenluz.engine.game import NO_SEAT
from tenluz.games.level10.rules.score import highest_score
from tenluz.terminal.game_text import GameText, TableView

FULL_GAME = 100  # the highest score of the game that the rulebooks comment on


def score(text: GameText, table_view: TableView) -> list[str]:
    """Cards in the grid, pauses, bonus, total: at the end as the page shows them."""
    say, screen, packed = text.say, table_view.screen, table_view.packed
    if screen.score is None:
        placed = table_view.view.table.placed
        cells = len(screen.worlds) * screen.columns
        so_far = table_view.game.rules.score(packed, table_view.view, 0)
        return [
            say("score.placed", placed=placed, cells=cells),
            say("score.soFar", score=int(so_far)),
        ]
    found, watching = screen.score, table_view.names.me == NO_SEAT
    outcome = ("won", "theyWon") if screen.won else ("lost", "theyLost")
    bonus = say("end.fullBonus" if found.full else "end.bonus")
    total = say.named(say("end.total"), found.total)
    most = highest_score(packed)
    lines = [
        say(f"end.{outcome[watching]}"),
        say("end.pauses", count=found.pauses_played),
        say.named(say("end.placed"), found.placed),
        say.named(bonus, found.bonus),
        say("score.most", total=total, most=most),
    ]
    return [*lines, say("score.comment")] if most == FULL_GAME else lines
