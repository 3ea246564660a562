"""Does a game keep its side of `engine/game.py`? For the author of a game, here or elsewhere.

    from tenluz.engine.conformance import check_game

    def test_my_game_keeps_the_interface():
        check_game(GAME)

or `python -m tenluz.engine.conformance my_game`. Random games of random options are played, and
every position is held against the interface: what compiled functions must agree on
(position.py), what people are told (people.py), and the game as a whole, with its record
(whole_game.py). The first thing that does not hold raises `ConformanceError`, which says what,
where, and which function to mend.

It knows no rules: that a game plays as its RULES.md says is for the game's own tests.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from tenluz.engine.conformance import people, position, whole_game
from tenluz.engine.conformance.case import Case, ConformanceError
from tenluz.engine.dice import new_dice
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game
from tenluz.engine.match import Match
from tenluz.engine.options import Options
from tenluz.engine.types import Move

__all__ = ["Checked", "ConformanceError", "check_game", "random_options"]

Choose = Callable[[Match, random.Random], int]

EVERY_POSITION = 4  # games; of later ones a part, chosen by chance
PART = 0.1


@dataclass
class Checked:
    """How much was looked at."""

    games: int = 0
    moves: int = 0
    positions: int = 0
    tables: int = 0  # different options


def check_game(
    game: Game,
    games: int = 100,
    seed: int = 0,
    *,
    options: Mapping[str, object] | None = None,
    choose: Choose | None = None,
) -> Checked:
    """Play so many games and check all of them; `ConformanceError` says what does not hold.

    Half the games are those of the default options, for every number of players; the others take
    any options that go together. `options` are those of all games instead: to see a fault again.
    `choose` picks a move of a match where moves by pure chance would end most games early.
    """
    case = Case(game, seed=seed, rolls=new_dice(seed))
    try:
        chance = random.Random(seed)
        tables = _tables(game, chance, games) if options is None else [dict(options)] * games
        return _check(case, tables, chance, choose or _any_move)
    except ConformanceError:
        raise
    except Exception as error:
        case.fail(
            f"{type(error).__name__}: {error}",
            "the function of the game that raised it: the traceback names it",
            error,
        )


def _check(
    case: Case, given_options: Iterable[dict[str, object]], chance: random.Random, choose: Choose
) -> Checked:
    found, tables = Checked(), set()
    whole_game.check_declarations(case)
    for number, given in enumerate(given_options):
        case.begin(number, given)
        whole_game.check_options(case)
        tables.add(case.chosen)
        match = whole_game.begun(case, number.to_bytes(8, "big") + case.seed.to_bytes(24, "big"))
        share = 1.0 if number < EVERY_POSITION else PART
        found.positions += _play(case, match, chance, choose, share)
        found.moves += case.moves
        whole_game.check_end(case, match)
        whole_game.check_record(case, match)
        found.games += 1
    case.place, case.moves = f"in {found.games} games of seed {case.seed}", 0
    case.expect(
        case.samples == 0 or case.other_samples > 0,
        "`sample` never gave another state than the true one: either nothing is hidden in this "
        "game, or the view holds what its seat may not know",
        "rules.view, then rules.sample",
    )
    found.tables = len(tables)
    return found


def _play(case: Case, match: Match, chance: random.Random, choose: Choose, share: float) -> int:
    """Play a match to its end, with checks on the way: how many positions were looked at."""
    checked = 0
    while not match.over:
        position.check_turn(case, match)
        chosen = chance.random() < share
        if chosen:  # pragma: no branch - interpreted, the tests look at every position
            checked += 1
            position.check_views(case, match)
            position.check_samples(case, match)
            people.check_names(case, match)
            people.check_reasons(case, match)
            people.check_screens(case, match)
        move = Move(choose(match, chance))
        before = people.views(case, match) if chosen else {}
        after = position.make(case, match, move)
        people.check_news(case, match, before, after, move)
    people.check_reasons(case, match)
    people.check_screens(case, match)
    return checked


def _any_move(match: Match, chance: random.Random) -> int:
    """Any legal move. Choices that leave no trace in the record (who is first) may go on for
    ever, so there everybody wants the same."""
    moves = match.moves()
    if match.game.word(match.state, moves[0]) is None and chance.random() < 0.9:
        return moves[0]
    return chance.choice(moves)


# --- options ---------------------------------------------------------------------------------


def _tables(game: Game, chance: random.Random, games: int) -> Iterator[dict[str, object]]:
    players = [{"players": seats} for seats in _values(game, "players") if _fits(game, seats)]
    for number in range(games):
        if number % 2 and players:
            yield players[number // 2 % len(players)]
        else:
            yield random_options(game, chance) if number else {}


def _fits(game: Game, players: object) -> bool:
    return _options(game, {"players": players}) is not None


def random_options(game: Game, chance: random.Random) -> dict[str, object]:
    """Options that go together: some of them drawn, one by one, and kept where they fit."""
    names = list(game.options_type.__dataclass_fields__)
    kept: dict[str, object] = {}
    for name in chance.sample(names, chance.randint(1, len(names))):
        tried = {**kept, name: chance.choice(_values(game, name))}
        if _options(game, tried) is not None:
            kept = tried
    return kept if _options(game, kept) is not None else {}


def _options(game: Game, given: Mapping[str, object]) -> Options | None:
    try:
        return game.options(given)
    except NotUnderstood:
        return None


def _values(game: Game, name: str) -> list[object]:
    """All that an option can be."""
    about = game.options_type.__dataclass_fields__[name].metadata
    if "range" in about:
        low, high = about["range"]
        return list(range(low, high + 1))
    return list(about.get("readings", (False, True)))
