"""Level 10 in words and pictures: the grid as it was told, the events, the score, warnings."""

import re

import pytest

from tenluz.engine.game import OVER, WATCHER
from tenluz.games.level10.notation import WORLDS
from tenluz.games.level10.rules.legal import moves_now
from tenluz.games.level10.rules.moves import LEVEL_BITS, PAUSE, PAUSE_IN
from tenluz.games.level10.terminal.turn import cells
from tenluz.terminal.style import ASCII, Signs, Style
from tenluz.terminal.terminal_game import TerminalGame
from tests.games_played import played
from tests.terminal.at_keyboard import sit, table, told_by

KINDS = [{"players": players, "pauses": pauses} for players in (1, 2, 3, 5) for pauses in (0, 3)]
SMALL = {"players": 1, "worlds": 2, "columns": 2, "pauses": 1}


def told(options: dict[str, int], number: int) -> tuple[TerminalGame, list[str]]:
    """A random game, told to everybody."""
    match = played("level10", number, **options)
    at = table("level10", seats=["random"] * options["players"], seed=f"{number:064x}", **options)
    lines = []
    first, moves = match.record.first, iter(match.record.moves)
    while not at.match.over:
        seat = at.match.seat
        if at.match.state.table.first < 0:
            plan = [106 + first]
        else:
            text = next(moves)
            plan = at.match.plan_turn(seat, (*at.match.game.read_turn(text), 105))
        for move in plan:
            lines += told_by(at, at.play(seat, move), WATCHER)
    assert at.match.record.moves == match.record.moves
    return at, lines


def cells_of(moves: list[str], worlds: int, columns: int) -> list[list[str]]:
    """The grid that the moves of a record lay out, found without the rules: each row is what
    was played there, in order."""
    rows: list[list[str]] = [[] for _ in range(worlds)]
    for text in moves:
        if text[1] == ">":
            kind, row = text[0], WORLDS.index(text[2])
            under = text.partition("/")[2]
            rows[row].append(f"P/{under[1:]}" if kind == "P" and under else kind)
        else:
            rows[WORLDS.index(text[0])].append(text[1:])
    return [row + [""] * (columns - len(row)) for row in rows]


@pytest.mark.parametrize("options", [*KINDS, SMALL])
def test_the_grid_is_what_the_record_lays_out(options):
    pauses_under = 0
    for number in range(40):
        at, lines = told(options, number)
        o = at.match.options
        wanted = cells_of(at.match.record.moves, o.worlds, o.columns)
        if any(line.startswith("The last reset goes") for line in lines):
            row = next(row for row in range(o.worlds) if wanted[row][-1] == "")
            wanted[row][-1] = "R"  # laid by the rules, in nobody's turn
        table_view = at.table_view(WATCHER)
        found = cells(table_view.events, table_view.screen)
        assert found == wanted
        pauses_under += any("/" in cell for row in found for cell in row)
    if options == SMALL:
        assert pauses_under


@pytest.mark.parametrize("options", KINDS)
def test_each_turn_is_told_with_what_follows_from_it(options):
    for number in range(10):
        at, lines = told(options, number)
        played_lines = [line for line in lines if re.search(r" plays .* column \d+\.$", line)]
        assert len(played_lines) == len(at.match.record.moves)
        swaps = [text for text in at.match.record.moves if re.match("R>./", text)]
        tucked = sum(1 + text.count(",") for text in swaps)
        assert sum(line.endswith(" puts a card under the deck.") for line in lines) == tucked
        assert lines[-1] in ("The grid is full.", "No cards are left.") or " neither " in lines[-1]


def near_the_end_of_a_column(*, stock: int) -> TerminalGame:
    """Solo, with cards in rows D and F only, both open, and resets left in the rows `stock`."""
    at = table("level10", seats=["me"], players=1)
    state, packed = at.match.state, at.match.packed
    state.hands[0] = 0b1 | 0b1 << 8 | 1 << PAUSE  # D1, F1, a pause
    state.table.cards[0] = 3
    state.table.open = 0b11
    state.table.stock = stock
    for row in range(5):
        state.table.resets[row] = 2 * (stock >> row & 1)
    state.legal = moves_now(packed, state)
    at.table._views.clear()  # made of the state before
    return at


def warned(at: TerminalGame) -> set[str]:
    table_view = at.table_view(0)
    found = {}
    for move in table_view.choices():
        found[at.text.move_text(table_view, move)] = at.text.warning(table_view, [move])
    assert all(why is None or "the game would be lost" in why for why in found.values())
    return {name for name, why in found.items() if why}


@pytest.mark.clause("R-2")
def test_a_card_that_leaves_a_row_without_resets_is_warned_of():
    """Legal, and lost on the next turn; interfaces warn."""
    assert warned(near_the_end_of_a_column(stock=0b01)) == {"D1", "P>D"}
    assert warned(near_the_end_of_a_column(stock=0b10)) == {"F1", "P>F"}
    assert warned(near_the_end_of_a_column(stock=0b11)) == set()


def test_where_everything_loses_nothing_is_warned_of():
    assert warned(near_the_end_of_a_column(stock=0)) == set()
    done = near_the_end_of_a_column(stock=0b01)
    done.match.state.table.reset_here = 1  # the column has its reset: nothing is amiss
    done.table._views.clear()
    assert warned(done) == set()


def score_of(**options: object) -> tuple[dict[str, int], list[str]]:
    """The outcome of a solo game on a small grid, and what is said of it."""
    at, _ = told({"players": 1, "worlds": 2, "columns": 2, **options}, int(str(options["pauses"])))
    return at.match.outcome().to_json(), at.text.score(at.table_view(0))


@pytest.mark.clause("L-21", "R-4", "R-5", "R-6")
@pytest.mark.parametrize("edition", ["fr", "ru"])
@pytest.mark.parametrize("pauses", [0, 1, 2, 3])
def test_the_score_is_told_with_its_parts(pauses, edition):
    outcome, lines = score_of(pauses=pauses, edition=edition)
    assert f"Cards in the grid: {outcome['placed']}" in lines
    assert lines[3].endswith(f"onus for unplayed pauses: {outcome['bonus']}")
    assert lines[4].startswith(f"Score: {outcome['score']}, of ")


def score_lines(*, won=True, over=True, **options):
    """What is said of a solo game with one pause, which was played in place of D1."""
    at = table("level10", seats=["me"], players=1, pauses=1, **options)
    t = at.match.state.table
    t.phase, t.won = OVER if over else t.phase, won
    t.placed, t.pauses, t.placed_cards = 49 + won, 1, LEVEL_BITS ^ 1
    at.table._views.clear()
    return at.text.score(at.table_view(0))


@pytest.mark.clause("R-4")
def test_the_bonus_is_named_as_the_page_names_it():
    assert score_lines(full_bonus="won")[3] == "Full bonus for unplayed pauses: 30"
    assert score_lines(full_bonus="won", won=False)[3] == "Bonus for unplayed pauses: 20"
    assert score_lines(full_bonus="all_level_cards")[3] == "Bonus for unplayed pauses: 20"


@pytest.mark.clause("L-21")
def test_the_total_is_commented_as_the_rulebooks_do():
    """In the full game, whose highest total is 100; a smaller one has its own."""
    assert score_lines()[-2:] == [
        "Score: 79, of 100 at most",
        "Above 50 is very good, 100 is for the few (L-21).",
    ]
    assert score_lines(box_pauses=False)[-1] == "Score: 49, of 60 at most"
    assert score_lines(over=False, won=False) == [
        "Cards in the grid: 49 of 50.",
        "Score so far: 68.",
    ]


@pytest.mark.parametrize(("width", "signs"), [(60, Signs()), (80, Signs()), (120, ASCII)])
def test_a_picture_fits_its_terminal(width, signs, tmp_path):
    style = Style(width, 24, signs)
    for players in (1, 3, 5):
        at = table("level10", seats=["me"], players=players, pauses=3)
        for keys in ([""], ["R>D"], ["P>D"], ["want D", "want F", "reset V", "reset S", "want M"]):
            sit(at, keys, tmp_path)
            for reader in (0, WATCHER):
                above, below = at.text.draw(at.table_view(reader), style)
                for line in (above.plain + "\n" + below.plain).split("\n"):
                    assert len(line.rstrip()) <= width, line
                    assert signs is not ASCII or not set(line) & set("↺□▶")


def test_playable_cards_and_the_current_column_are_marked_by_signs(tmp_path):
    at = table("level10", seats=["me"])
    sit(at, ["", "1"], tmp_path)
    table_view = at.table_view(0)
    above, below = at.text.draw(table_view, Style(80, 24, Signs()))
    assert f"[{table_view.screen.column + 1}]" in above.plain
    hand = below.plain.split("\n")[0]
    for move in table_view.choices():
        if move < PAUSE_IN:
            assert f"{at.match.game.card_name(move)}*" in hand
    plays = sum(move < PAUSE_IN for move in table_view.choices())
    assert hand.count("*") - ("P*" in hand) * hand.count("P*") == plays
