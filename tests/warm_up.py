"""Compiles what most tests need, once: side by side each worker of pytest would compile the same.

`python -m tests.warm_up [tables] [batches] [experts]` leaves it in the folder for compiled code.
Nothing depends on it: what is missing there is compiled where it is needed.
"""

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from tenluz.bots.bot import player
from tenluz.bots.registry import bots
from tenluz.engine.dice import new_dice
from tenluz.engine.game import Game
from tenluz.engine.match import Match
from tenluz.envs import vector
from tenluz.envs.encoding import encoding
from tenluz.lab import shares
from tenluz.lab.checking import play_again
from tenluz.lab.open_cards import solve_deals
from tenluz.lab.tournament import Tournament
from tenluz.server.warm_up import warm_up
from tests.envs.cases import raw
from tests.games_played import GAMES, played


def compete(game: Game) -> None:
    """Compiled bots, in the loops that play whole games of theirs."""
    quick = tuple(bot.name for bot in bots(game) if bot.compiled and not bot.slow)
    tournament = Tournament(game, game.options(players=3), quick)
    shares.play(tournament, shares.Results(tournament), 1)


def move_slowly(game: Game) -> None:
    """What the others look ahead with."""
    match = Match(game, game.options(players=3), bytes(32))
    match.play(match.seat, match.moves()[0])
    for bot in bots(game):
        if not (bot.compiled or bot.unmet):
            player(bot).move(match.packed, match.view(match.seat), new_dice(1))


# Deals that are solved in no time.
SOLVED: dict[str, dict[str, Any]] = {
    "level10": {"players": 2, "worlds": 3, "columns": 3, "hand": 1, "pauses": 0},
    "luz": {"players": 2, "colours": 3, "values": 5, "hand": 2, "deals": 1},
}


def look_into(game: Game) -> None:
    """What solvers, checks and draws of hidden cards need."""
    match = played(game.name, turns=4, players=3)
    game.rules.sample(
        match.packed, match.view(match.seat), new_dice(1), game.new_state(match.packed)
    )
    play_again(match.record)
    solve_deals(game, game.options(SOLVED[game.name]), 1, threads=1)


def step(game: Game) -> None:
    """Many games at once, and one at a time."""
    games = vector.make(game.name, 128, threads=2)
    _, mask = games.reset(seed=1)
    games.step(np.asarray(mask).argmax(1))
    games.step_at_random()
    games.playouts()
    games.games(2, seed=1)
    alone = raw(game.name, {})
    alone.step(int(alone.observe(alone.agent_selection)["action_mask"].argmax()))


def learn(game: Game) -> None:
    """A network's games, with the options that the tests of training have."""
    from tenluz.train.evaluate import NETWORK, Pairing, play  # PyTorch, for this alone
    from tenluz.train.network import Network
    from tests.train.runs import OPTIONS

    options = game.options(OPTIONS[game.name])
    network = Network(encoding(game, options), (16,), seed=1, device="cpu")
    play(Pairing(NETWORK, "random"), game, options, network, 2, seed=1)


def learn_together(game: Game) -> None:
    """The games that an expert learns from."""
    if game.part("expert") is None:
        return
    from tenluz.bots.expert_game import expert_game
    from tenluz.train.expert.mixed_batch import MixedBatch

    its = expert_game(game)
    batch = MixedBatch(game, its, its.variants(), 2, "cpu", mixed=2, meets=its.meets)
    batch.reset(1)
    batch.step(batch.mask.argmax(1).long())


PARTS = {
    "tables": (compete, move_slowly, look_into),
    "batches": (step, learn),
    "experts": (learn_together,),
}


def main(parts: Sequence[str]) -> None:
    """These parts of it, or all, for every game."""
    for part in parts or PARTS:
        if part == "tables":
            warm_up()
        for game in GAMES.values():
            for compile_some in PARTS[part]:
                compile_some(game)


if __name__ == "__main__":
    main(sys.argv[1:])
