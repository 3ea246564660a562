"""Pictures and texts of a table: true, steady in size, and without secrets."""

import numpy as np
import pytest

from tenluz.engine.dice import new_dice
from tenluz.engine.game import OVER
from tenluz.envs.render.canvas import PAPER, Canvas
from tenluz.envs.render.painter import PlainPainter
from tenluz.games.level10.picture import CELL
from tenluz.games.luz.picture import CARD, TALL
from tests.envs.cases import CASES, choose, moments, name, over, raw
from tests.games_played import GAMES

every_case = pytest.mark.parametrize(("game", "options"), CASES, ids=name)


@every_case
def test_pictures_keep_their_size_and_are_the_same_twice(game, options):
    table = raw(game, {**options, "render_mode": "rgb_array"}, 3)
    size = table.render().shape
    for number, moment in enumerate(moments(table, 3)):
        if number % 7 == 0 or over(moment):
            picture = moment.render()
            assert picture.shape == size
            assert picture.dtype == np.uint8
            assert (picture == moment.render()).all()


def grid_in(text):
    """The cells of Level 10's grid as a text shows them, by row."""
    rows = [line for line in text.splitlines() if "resets" in line]
    return [line.split()[1 : line.split().index("resets")] for line in rows]


def test_the_grid_shown_is_the_grid_played():
    for seed in range(10):
        table = raw("level10", {"players": 3, "pauses": 3, "render_mode": "ansi"}, seed)
        state = table._single_game.state
        for moment in moments(table, seed):
            text = moment.render()
            grid = grid_in(text)
            t = state.table
            filled = [cell for row in grid for cell in row if cell != "."]
            assert len(filled) == t.placed
            assert filled.count("P") == t.pauses
            assert f"pile {t.tail - t.head}" in text or t.phase == OVER
            for row, cells in enumerate(grid):
                assert cells.count("R") == 2 - t.resets[row]
                values = "".join(cell for cell in cells if cell not in ".P")
                after_reset = values.rsplit("R", 1)[-1]
                assert t.top[row] == int(after_reset[-1:] or 0)
                assert list(after_reset) == sorted(after_reset)


def test_wishes_and_the_score_are_shown():
    table = raw("level10", {"talk": True, "render_mode": "ansi"}, 1)
    table.step(111 + 5 + 1)
    assert "wishes R>F" in table.render()
    for _ in moments(table, 1):
        pass
    assert "lost, score" in table.render()


def test_luz_shows_bids_tricks_and_points():
    table = raw("luz", {"players": 3, "render_mode": "ansi"}, 1)
    first = table._single_game.state.table.seat
    table.step(11 + 4)
    lines = table.render().splitlines()
    assert "to bid" in lines[0]
    assert lines[2 + first].split()[1:4] == ["4+", "0", "0"]
    for _ in moments(table, 1):
        pass
    result = GAMES["luz"].outcome(table._single_game.options, table._single_game.state).to_json()
    for seat, points in enumerate(result["scores"]):
        assert table.render().splitlines()[2 + seat].split()[3] == str(points)
    assert f"player_{result['winner']} wins" in table.render()


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
@pytest.mark.parametrize("game", ["level10", "luz"])
def test_what_a_seat_cannot_see_is_not_drawn(game, mode):
    """The hidden cards are dealt out anew, and the picture stays the same."""
    rules = GAMES[game].rules
    for seed in range(6):
        table = raw(game, {"players": 3, "render_mode": mode}, seed)
        single_game, dice = table._single_game, new_dice(seed)
        for _ in range(2 + 4 * seed):
            if not over(table):
                table.step(choose(table, dice))
        if over(table):
            continue
        before = table.render()
        view = GAMES[game].view(
            single_game.options, single_game.state, single_game.state.table.seat
        )
        for _ in range(3):
            rules.sample(single_game.options, view, dice, single_game.state)
            assert np.array_equal(table.render(), before)


def test_a_player_of_luz_sees_no_own_card():
    table = raw("luz", {"render_mode": "ansi"}, 1)
    for moment in moments(table, 1):
        seat = moment.possible_agents.index(moment.agent_selection)
        own = moment.render().splitlines()[2 + seat].split()[5:]
        assert all(card.endswith("?") for card in own)


@pytest.mark.parametrize(
    ("game", "width", "height"), [("level10", CELL, CELL), ("luz", CARD, TALL)]
)
def test_every_card_has_its_name_on_it_and_none_beside_it(game, width, height):
    names = {GAMES[game].card_name(card) for card in GAMES[game].deck(GAMES[game].options())}
    names |= {f"{name[0]}?" for name in names}
    drawn = set()
    for shown in sorted(names):
        canvas = Canvas(width + 20, height + 20)
        canvas.card(10, 10, width, height, shown, (200, 90, 80))
        pixels = canvas.pixels
        card = pixels[10:-10, 10:-10]
        drawn.add(card.tobytes())
        assert (card[:2] == (200, 90, 80)).all()  # letters do not touch its edge
        assert (card[:, :1] == (200, 90, 80)).all()
        assert (card[:, -1:] == (200, 90, 80)).all()
        pixels[10:-10, 10:-10] = PAPER
        assert (pixels == PAPER).all()
    assert len(drawn) == len(names)


@every_case
def test_all_that_is_written_is_within_the_picture(game, options):
    table = raw(game, {**options, "render_mode": "rgb_array"}, 3)
    for number, moment in enumerate(moments(table, 3)):
        if number % 7 == 0 or over(moment):
            picture = moment.render()
            for edge in (picture[:, -4:], picture[-4:]):
                assert (edge == PAPER).all()


def test_a_game_without_a_picture_of_its_own_is_shown_as_its_values():
    table = raw("luz", {"players": 3, "render_mode": "rgb_array"}, 1)
    plain = PlainPainter(table._single_game, "rgb_array")
    assert "deal: 0" in plain.text(0)
    assert (plain.picture(0) != PAPER).any()
    assert (plain.picture(0) == plain.picture(0)).all()
