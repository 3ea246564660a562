"""Many games on many threads: the same outcome however the work is cut."""

import json
import signal
from typing import Any

import numpy as np
import pytest

from tenluz.engine.catalogue import game_named
from tenluz.engine.errors import NotUnderstood
from tenluz.lab import simulate as lab
from tenluz.lab.simulate import Simulation, SimulationResult, seated, simulate
from tests.games_played import GAMES

LUZ = GAMES["luz"]


def between(game: str, *bots: str, seed: int = 0, **options: Any) -> Simulation:
    found = game_named(game)
    agreed = found.options(options)
    return Simulation(found, agreed, seated(found, bots, agreed.players), seed)


def numbers(outcome: SimulationResult) -> tuple[object, ...]:
    """All that an outcome says, but the time it took."""
    return outcome.tally.games, outcome.tally.moves, outcome.tally.estimates()


@pytest.mark.parametrize("game", list(GAMES))
def test_the_outcome_does_not_depend_on_threads_or_on_pieces(game: str) -> None:
    simulation = between(game, "random", "rules", "rules", players=3, seed=5)
    expected = numbers(simulate(simulation, 700))
    for threads, chunk in [(1, 1), (1, 97), (2, 64), (2, 1000), (5, 7)]:
        assert numbers(simulate(simulation, 700, threads=threads, chunk=chunk)) == expected


@pytest.mark.usefixtures("processes_at_once")
@pytest.mark.parametrize("bot", ["lowest", "Highest", "BACKWARD"])
def test_bots_in_python_play_the_same_games_in_processes(bot: str) -> None:
    simulation = between("luz", "rules", "random", f"tests.bots.plain:{bot}", players=3, seed=5)
    expected = numbers(simulate(simulation, 30, threads=1))
    assert numbers(simulate(simulation, 30, threads=3)) == expected


# Sums over 200 games of seed 5, so that a faster way to play is seen to play the same games.
PLAYED: dict[tuple[str, str], tuple[int, list[int]]] = {
    ("level10", "random"): (3339, [0, 1732, 6292, 35, 96, 61, 5, 2, 1, 0, 0, 0, 0, 0]),
    ("level10", "novice"): (9654, [7, 6968, 9583, 0, 4, 6, 14, 17, 22, 22, 25, 48, 35, 7]),
    ("level10", "rules"): (11558, [112, 8499, 12289, 0, 8, 3, 6, 8, 5, 3, 7, 20, 28, 112]),
    ("luz", "random"): (26400, [-12070, -11120, -11645, 57, 77, 66, 90, 113, 97]),
    ("luz", "novice"): (26400, [295, -35, -445, 72, 67, 61, 236, 231, 214]),
    ("luz", "rules"): (26400, [8560, 8325, 9320, 63, 63, 74, 449, 446, 478]),
}


@pytest.mark.parametrize(("game", "bot"), list(PLAYED))
def test_a_seed_has_always_had_these_games(game: str, bot: str) -> None:
    tally = simulate(between(game, bot, players=3, seed=5), 200, threads=2).tally
    assert (tally.moves, tally._sums.tolist()) == PLAYED[game, bot]


@pytest.mark.parametrize("game", list(GAMES))
def test_another_seed_gives_other_games(game: str) -> None:
    one, other = (simulate(between(game, "random", seed=seed), 300) for seed in (1, 2))
    assert numbers(one) != numbers(other)


def test_bots_sit_where_they_were_named() -> None:
    for place in range(3):
        names = ["random"] * 3
        names[place] = "rules"
        outcome = simulate(between("luz", *names, players=3), 400)
        ((_, scores), *_) = outcome.tally.estimates()
        means = [estimate.value for estimate in scores]
        assert np.argmax(means) == place  # sense beats chance


@pytest.mark.parametrize("game", list(GAMES))
def test_shares_add_up_to_the_whole(game: str) -> None:
    simulation = between(game, "random", "rules", "rules", players=3, seed=5)
    total = lab.empty_tally(simulation)
    for first, count in [(0, 1), (1, 300), (301, 399)]:
        total += lab.play_share(simulation, first, count)
    assert numbers(SimulationResult(simulation, total, 0)) == numbers(simulate(simulation, 700))


@pytest.mark.parametrize("game", list(GAMES))
def test_a_simulation_is_read_as_it_was_written(game: str) -> None:
    simulation = between(game, "random", "rules", "rules", players=3, seed=2**64 - 1)
    assert Simulation.read(json.loads(json.dumps(simulation.write()))) == simulation


def test_one_bot_is_for_everybody() -> None:
    assert seated(LUZ, ["rules"], 4) == ("rules",) * 4
    assert seated(LUZ, ["rules", "random"], 2) == ("rules", "random")


@pytest.mark.parametrize("names", [["rules"] * 2, ["rules"] * 5, []])
def test_any_other_number_of_bots_is_not_understood(names: list[str]) -> None:
    with pytest.raises(NotUnderstood, match=f"4 seats and {len(names)} bots"):
        seated(LUZ, names, 4)


def test_a_bot_that_there_is_not_is_not_understood() -> None:
    with pytest.raises(NotUnderstood, match="no bot 'clever'"):
        seated(LUZ, ["rules", "clever"], 2)


def test_watching_hears_of_the_end() -> None:
    heard: list[int] = []
    simulate(between("luz", "random"), 500, threads=2, watch=heard.append)
    assert heard[-1] == 500


def test_an_interrupt_keeps_what_was_finished() -> None:
    def interrupt(done: int) -> None:
        if done:
            signal.raise_signal(signal.SIGINT)

    simulation = between("luz", "random")
    stopped = simulate(simulation, 10**9, chunk=50, watch=interrupt)
    finished = stopped.tally.games
    assert stopped.interrupted
    assert 0 < finished < 10**9
    assert numbers(stopped) == numbers(simulate(simulation, finished))


@pytest.mark.parametrize(
    ("bot", "most"), [("lowest", 1), ("Highest", 12), ("BACKWARD", 1), ("random", 3)]
)
def test_games_are_played_one_by_one_where_a_bot_is_asked_so(
    monkeypatch: pytest.MonkeyPatch, bot: str, most: int
) -> None:
    """A slow bot's games take minutes, and an interrupt loses those that are begun."""
    play, pieces = lab._Player.play, []

    def noted(self: Any, first: int, count: int) -> Any:
        pieces.append(count)
        return play(self, first, count)

    monkeypatch.setattr(lab._Player, "play", noted)
    monkeypatch.setattr(lab, "LONGEST", 0.0)  # as if each of them took long
    monkeypatch.setattr(lab, "SHORTEST", 0.0)
    name = bot if bot == "random" else f"tests.bots.plain:{bot}"
    small = {"players": 3, "values": 4, "hand": 2, "deals": 1}
    assert simulate(between("luz", "rules", "random", name, **small), 12).tally.games == 12
    assert max(pieces) == most


def test_a_thread_that_fails_ends_the_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    play = lab._Player.play

    def fail(self: Any, first: int, count: int) -> Any:
        if first >= 100:
            raise MemoryError
        return play(self, first, count)

    monkeypatch.setattr(lab._Player, "play", fail)
    with pytest.raises(MemoryError):
        simulate(between("luz", "random"), 10**9, threads=2, chunk=50)
