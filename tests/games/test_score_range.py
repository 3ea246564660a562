"""The lowest and the highest score of a game: no game ends beyond them."""

import pytest

from tests.games_played import GAMES, played

TABLES = ((1, 0, "fr"), (2, 3, "ru"), (3, 2, "es"), (4, 1, "pl"), (5, 3, "fr"))
CASES = [
    ("level10", {"players": players, "pauses": pauses, "edition": edition})
    for players, pauses, edition in TABLES
]
CASES += [
    ("level10", {"players": 2, "pauses": 3, "one_pause_per_column": True, "dead_end": "illegal"}),
    ("level10", {"players": 3, "pauses": 2, "box_pauses": False}),
    ("level10", {"players": 2, "worlds": 2, "columns": 2, "pauses": 1}),
    ("level10", {"players": 1, "worlds": 3, "columns": 3, "pauses": 2, "hand": 2}),
    ("luz", {"players": 3}),
    ("luz", {"players": 5, "deals": 1}),
]


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_every_score_is_within_the_range(name, options):
    game = GAMES[name]
    low, high = game.score_range(game.options(options))
    assert low < high
    for number in range(6):
        match = played(name, number, **options)
        scores = [
            game.rules.score(match.packed, match.state, seat)
            for seat in range(match.options.players)
        ]
        assert scores == list(match.outcome().scores)
        assert all(low <= score <= high for score in scores)


def test_the_highest_scores_are_those_of_the_rulebooks():
    """L-21, Z-13: 100 of Level 10; 10, 20, 30 and 40 of Luz."""
    level10, luz = GAMES["level10"], GAMES["luz"]
    assert level10.score_range(level10.options())[1] == 100
    assert luz.score_range(luz.options()) == (-200, 100)
