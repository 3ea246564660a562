"""Level 10 in words and pictures: the grid that is folded, the events, the score, warnings."""

import re

import pytest

from tenluz.engine.game import OVER, WATCHER
from tenluz.games.level10.notation import WORLDS
from tenluz.games.level10.rules.legal import moves_now
from tenluz.games.level10.rules.moves import LEVEL_BITS, PAUSE, PAUSE_IN
from tenluz.games.level10.rules.options import MOST_PAUSES
from tenluz.terminal.style import ASCII, Signs, Style
from tenluz.terminal.table import Table
from tests.games_played import played
from tests.terminal.at_keyboard import sit, table

KINDS = [{"players": players, "pauses": pauses} for players in (1, 2, 3, 5) for pauses in (0, 3)]
SMALL = {"players": 1, "worlds": 2, "columns": 2, "pauses": 1}


def told(options: dict[str, int], number: int) -> tuple[Table, list[str]]:
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
            for change in at.play(seat, move):
                table_view = at.table_view(WATCHER)
                lines += at.words.tell(table_view, change.before[WATCHER], change.after[WATCHER])
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
        grid, o = at.memory, at.match.options
        wanted = cells_of(at.match.record.moves, o.worlds, o.columns)
        if "R-3" in " ".join(lines[-3:]) and at.match.state.table.won:
            row = next(row for row in range(o.worlds) if wanted[row][-1] == "")
            wanted[row][-1] = "R"  # laid by the rules, in nobody's turn
        found = [[grid.cell(row, c) for c in range(o.columns)] for row in range(o.worlds)]
        assert found == wanted
        pauses_under += any("/" in cell for row in found for cell in row)
    if options == SMALL:
        assert pauses_under


@pytest.mark.parametrize("options", KINDS)
def test_each_turn_is_told_in_one_line_with_what_follows_from_it(options):
    for number in range(10):
        at, lines = told(options, number)
        verbs = " (plays [DFSVM][1-8]|plays a pause|resets the)"
        played_lines = [line for line in lines if re.search(verbs, line)]
        assert len(played_lines) == len(at.match.record.moves)
        complete = [line for line in lines if line.endswith("is complete.")]
        assert len(complete) == at.match.state.table.column
        swaps = [text for text in at.match.record.moves if re.match("R>./", text)]
        assert sum(" under the deck and draws " in line for line in lines) == len(swaps)
        assert any(word in lines[-1] for word in ("won", "lost"))


def near_the_end_of_a_column(*, stock: int) -> Table:
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
    return at


def warned(at: Table) -> set[str]:
    table_view = at.table_view(0)
    found = {}
    for move in table_view.choices():
        found[at.words.move_text(table_view, move)] = at.words.loses(table_view, [move])
    assert all(why is None or "(R-2)" in why for why in found.values())
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
    assert warned(done) == set()


def test_the_parts_of_the_score_add_up():
    for number in range(30):
        for edition in ("fr", "ru"):
            options = {"players": 1, "worlds": 2, "columns": 2, "pauses": number % 4}
            match = played("level10", number, **options, edition=edition)
            at = table("level10", seats=["me"], **options, edition=edition)
            at.match = match
            lines = at.words.score(at.table_view(0))
            outcome = match.outcome().to_json()
            assert f"= {outcome['score']}," in lines[-1]
            assert f"Bonus: {outcome['bonus']}" in lines[2]
            t = match.state.table
            counted = "count in" if edition == "ru" else "do not count in"
            if t.pauses:
                assert counted in lines[1]
            unplayed = MOST_PAUSES - t.pauses
            assert ("every pause was played" in lines[2]) == (unplayed == 0)


def score_lines(*, won=True, over=True, under=0, **options):
    """What is said of a solo game with one pause, which was played in place of D1."""
    at = table("level10", seats=["me"], players=1, pauses=1, **options)
    t = at.match.state.table
    t.phase, t.won = OVER if over else t.phase, won
    t.placed, t.pauses, t.placed_cards, t.under = 49 + won, 1, LEVEL_BITS ^ 1, under
    return at.words.score(at.table_view(0))


@pytest.mark.parametrize(
    ("reading", "clean", "with_one_under", "on_the_way"),
    [
        (
            "won",
            "30 for 2 pauses not played, in the box (R-5); the full one, because the game is won",
            "the full one, because the game is won",
            "more for a game won (",
        ),
        (
            "no_card_under_pause",
            "the full one, because no card lies under a pause",
            "the usual one, because a card lies under a pause",
            "more for a game won with no card under a pause (",
        ),
        (
            "all_level_cards",
            "the usual one, because not all 40 level cards are in the grid",
            "the usual one, because not all 40 level cards are in the grid",
            "more for a game won with all 40 level cards in the grid (",
        ),
    ],
)
@pytest.mark.clause("R-4")
def test_the_bonus_is_explained(reading, clean, with_one_under, on_the_way):
    assert clean in score_lines(full_bonus=reading)[2]
    assert with_one_under in score_lines(full_bonus=reading, under=1)[2]
    assert on_the_way in score_lines(full_bonus=reading, over=False, won=False)[2]
    lost = score_lines(full_bonus=reading, won=False)[2]
    assert "20 for 2 pauses not played" in lost
    assert "the usual one, because the game is lost (R-4)" in lost


@pytest.mark.clause("L-21")
def test_the_total_is_commented_as_the_rulebooks_do():
    """In the full game, whose highest total is 100; a smaller one has its own."""
    *_, total = score_lines()
    assert total == (
        "Score: 49 + 30 = 79, of 100 at the most. Above 50 is very good, 100 is for the few (L-21)."
    )
    *_, total = score_lines(box_pauses=False)
    assert total == "Score: 49 + 0 = 49, of 60 at the most."
    *_, total = score_lines(over=False, won=False)
    assert total == "Score so far: 48 + 20 = 68."


@pytest.mark.parametrize(("width", "signs"), [(60, Signs()), (80, Signs()), (120, ASCII)])
def test_a_picture_fits_its_terminal(width, signs, tmp_path):
    style = Style(width, 24, signs)
    for players in (1, 3, 5):
        at = table("level10", seats=["me"], players=players, pauses=3)
        for keys in ([""], ["R>D"], ["P>D"], ["want D", "want F", "reset V", "reset S", "want M"]):
            sit(at, keys, tmp_path)
            for reader in (0, WATCHER):
                above, below = at.words.draw(at.table_view(reader), style)
                for line in (above.plain + "\n" + below.plain).split("\n"):
                    assert len(line.rstrip()) <= width, line
                    assert signs is not ASCII or line.isascii() or "“" in line or "·" in line


def test_playable_cards_and_the_current_column_are_marked_by_signs(tmp_path):
    at = table("level10", seats=["me"])
    sit(at, ["", "1"], tmp_path)
    table_view = at.table_view(0)
    above, below = at.words.draw(table_view, Style(80, 24, Signs()))
    assert f"[{table_view.view.table.column + 1}]" in above.plain
    hand = below.plain.split("\n")[0]
    for move in table_view.choices():
        if move < PAUSE_IN:
            assert f"{at.match.game.card_name(move)}*" in hand
    plays = sum(move < PAUSE_IN for move in table_view.choices())
    assert hand.count("*") - ("P*" in hand) * hand.count("P*") == plays
