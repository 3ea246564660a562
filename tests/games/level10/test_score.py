"""The score with its parts: L-21, R-4, R-5, R-6, R-8."""

from typing import Any

import pytest

from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.rules import score
from tests.games.level10.strolls import FULL, SMALL, many, stroll
from tests.games.level10.table import Table, position

LAST_CELL = "D8/0* F8/0* S8/0* V-/0* M7/0"


def parts(seen: Table) -> tuple[int, int, int]:
    """Cards that count, bonus, total."""
    found = seen.outcome()
    assert found["score"] == found["placed"] + found["bonus"]
    return found["placed"], found["bonus"], found["score"]


def won(pauses: int, turn: str = "M8", **options: Any) -> Table:
    """The last cell is filled by the swamp 8, or by a pause that leaves it in hand."""
    hand = " ".join(["M8", *["P"] * pauses])
    seen = position(players=2, pauses=pauses, rows=LAST_CELL, hands=[hand, ""], **options)
    return seen.play(turn)


def won_with_one_under(**options: Any) -> Table:
    """The volcano 7 lies under the one pause played; the rest is full."""
    seen = position(
        players=2,
        pauses=1,
        rows="D8/0* F8/0* S-/0* V6/0 M7/0",
        hands=["V7 P", "M8"],
        **options,
    )
    return seen.play("P>V/V7", "M8")


def lost(played: int, **options: Any) -> Table:
    """Three pauses, so many of them played in the desert row; the swamp 8 is a dead end."""
    deserts = ["D1", "D2", "D3", "D4"][: played + 1]
    other = " ".join([*deserts, "F1", "V7", "V8", *["P"] * (3 - played)])
    return position(
        players=2,
        pauses=3,
        rows="D8/0* F8/0* S8/1* V5/0 M7/1",
        hands=["M8", other],
        pauses_played=played,
        **options,
    ).play("M8")


@pytest.mark.parametrize(("played", "bonus"), [(0, 40), (1, 20), (2, 5), (3, 0)])
@pytest.mark.clause("L-21", "R-6")
def test_a_lost_game_counts_its_cards_and_the_usual_bonus(played: int, bonus: int) -> None:
    """+5 / +20 / +40 for 1 / 2 / 3 pauses not played. A pause in the grid counts in
    `ru`, and not in the others."""
    for edition in ("fr", "pl", "es"):
        assert lost(played, edition=edition).lost
        assert parts(lost(played, edition=edition)) == (44 - played, bonus, 44 - played + bonus)
    assert parts(lost(played, edition="ru")) == (44, bonus, 44 + bonus)


@pytest.mark.parametrize("edition", ["fr", "ru", "pl", "es"])
@pytest.mark.parametrize("pauses", range(4))
@pytest.mark.clause("R-8", "L-21")
def test_a_perfect_game_scores_100(pauses: int, edition: str) -> None:
    """All 50 cards and three pauses unplayed, in the box or left over. Nothing is
    above that, so one edition's praise for more than 100 is never due."""
    assert parts(won(pauses, edition=edition)) == (50, 50, 100)


@pytest.mark.clause("R-4", "R-6")
def test_a_pause_played_and_nothing_under_it() -> None:
    """Every edition gives the full bonus; only `ru` counts the pause."""
    assert parts(won(1, "P>M", edition="ru")) == (50, 30, 80)
    for edition in ("fr", "pl", "es"):
        assert parts(won(1, "P>M", edition=edition)) == (49, 30, 79)


@pytest.mark.clause("R-4")
def test_a_card_under_a_pause() -> None:
    """Then `ru` gives the usual bonus; by the others every win has the full one."""
    assert parts(won_with_one_under(edition="ru")) == (50, 20, 70)
    for edition in ("fr", "pl", "es"):
        assert parts(won_with_one_under(edition=edition)) == (49, 30, 79)


@pytest.mark.parametrize("edition", ["fr", "ru", "pl", "es"])
@pytest.mark.parametrize(
    ("reading", "clean", "with_one_under"),
    [("won", 30, 30), ("no_card_under_pause", 30, 20), ("all_level_cards", 20, 20)],
)
@pytest.mark.clause("R-4")
def test_the_full_bonus_by_each_reading(
    reading: str, clean: int, with_one_under: int, edition: str
) -> None:
    """An option that any edition may be played with."""
    named = {"full_bonus": reading, "edition": edition}
    assert parts(won(1, "P>M", **named))[1] == clean
    assert parts(won_with_one_under(**named))[1] == with_one_under
    assert parts(won(1, **named))[1] == 50


@pytest.mark.parametrize("edition", ["fr", "ru", "pl", "es"])
@pytest.mark.parametrize(("played", "bonus"), [(0, 50), (1, 30), (2, 10), (3, 0)])
@pytest.mark.clause("L-21", "R-4")
def test_the_full_bonus_is_10_30_50(played: int, bonus: int, edition: str) -> None:
    """For 1 / 2 / 3 pauses not played, and every one of them can be scored."""
    seen = won(3, edition=edition)
    seen.table.pauses = played
    assert seen.outcome()["bonus"] == bonus


@pytest.mark.parametrize("reading", ["won", "no_card_under_pause", "all_level_cards"])
@pytest.mark.clause("R-4")
def test_a_lost_game_never_has_the_full_bonus(reading: str) -> None:
    """However few cards lie under pauses, and by every reading."""
    assert parts(lost(0, full_bonus=reading)) == (44, 40, 84)


@pytest.mark.parametrize(("pauses", "bonus"), [(0, 0), (1, 10), (2, 30), (3, 50)])
@pytest.mark.clause("R-5")
def test_pauses_in_the_box_by_the_other_reading(pauses: int, bonus: int) -> None:
    """R-5 `box_pauses=false`: only those of the deck count; the hardest game scores least."""
    assert parts(won(pauses, box_pauses=False)) == (50, bonus, 50 + bonus)


@pytest.mark.clause("R-5")
def test_pauses_in_the_box_count_as_not_played() -> None:
    """By default, in every edition."""
    for edition in ("fr", "ru", "pl", "es"):
        assert parts(won(0, edition=edition)) == (50, 50, 100)
        assert parts(won(1, edition=edition)) == (50, 50, 100)


@pytest.mark.clause("R-6")
def test_pauses_in_the_grid_by_either_reading() -> None:
    """An option that any edition may be played with."""
    assert parts(won(1, "P>M", pause_scores=True)) == (50, 30, 80)
    assert parts(won(1, "P>M", edition="ru", pause_scores=False)) == (49, 30, 79)


@pytest.mark.clause("R-8")
def test_no_score_is_above_100() -> None:
    """Under every reading, for every way in which a game can end."""
    best = 0
    seen = won(0)
    t = seen.table
    for reading in EVERY_READING:
        o = LEVEL10.options(reading).packed()
        for played in range(o.pauses + 1):
            for under in range(played + 1):
                t.pauses, t.won, t.placed = played, 1, 50
                t.placed_cards = (1 << (40 - played)) - 1
                t.under = ((1 << under) - 1) << (40 - under)
                total = score.counted(o, t) + score.bonus(o, t)
                best = max(best, total)
                assert total <= 100
                assert total < 100 or played == 0
                t.won, t.placed = 0, 49
                assert score.counted(o, t) + score.bonus(o, t) < total
    assert best == 100


EVERY_READING = [
    {"pauses": pauses, "full_bonus": bonus, "pause_scores": counts, "box_pauses": box}
    for pauses in range(4)
    for bonus in ("all_level_cards", "no_card_under_pause", "won")
    for counts in (True, False)
    for box in (True, False)
]


@pytest.mark.clause("L-21")
def test_the_parts_add_up_in_many_games() -> None:
    """Cards in the grid and bonus, counted again from what lies there."""
    usual, full = {0: 0, 1: 5, 2: 20, 3: 40}, {0: 0, 1: 10, 2: 30, 3: 50}
    for seed in range(many(200, 20)):
        small = {"worlds": 3, "columns": 3, "hand": 2} if seed % 2 else {}
        russian = seed % 5 < 3
        edition = "ru" if russian else ("fr", "pl")[seed % 5 - 3]
        *_, seen = stroll(seed, players=1 + seed % 3, pauses=seed % 4, edition=edition, **small)
        levels = int(seen.table.placed_cards).bit_count()
        resets = sum(seen.options.resets - left for left in seen.table.resets if left >= 0)
        resets -= seen.options.resets * (5 - seen.options.worlds)
        assert parts(seen)[0] == levels + resets + (seen.table.pauses if russian else 0)
        table = full if seen.won and not (russian and seen.table.under) else usual
        assert parts(seen)[1] == table[3 - seen.table.pauses]


@pytest.mark.clause("L-21")
def test_the_highest_score_is_that_of_the_rulebooks() -> None:
    """That no game ends beyond its range, tests/engine/test_conformance.py shows."""
    assert LEVEL10.score_range(LEVEL10.options())[1] == 100


@pytest.mark.parametrize("one_pause", [False, True])
@pytest.mark.parametrize("version", SMALL + FULL, ids=str)
def test_every_version_has_a_range_of_scores(version: dict[str, Any], one_pause: bool) -> None:
    """A lost game scores at least its one reset, a won one no more than 100."""
    for pauses in range(4):
        given = {**version, "pauses": pauses, "one_pause_per_column": one_pause}
        lowest, highest = LEVEL10.score_range(LEVEL10.options(given))
        assert 1 <= lowest < highest <= 100
