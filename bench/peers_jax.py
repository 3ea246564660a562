"""Peers that run under JAX: PGX's card games and JaxMARL's Hanabi, many games at once.

    python -m bench.peers_jax [--games 65536 1048576]

A step is what ours is: random legal actions in all games at once, games that are over begin
again, and observation, mask and reward lie in memory after it. Steps are joined into one
compiled loop, which is the quickest way to run them. `bench.gpu` starts it.
"""

import argparse
import importlib.util
import json
import statistics
import sys
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

STEPS = 32  # in one compiled loop
ROUNDS = 5
PGX_GAMES = ("kuhn_poker", "leduc_holdem")
HANABI = "JaxMARL hanabi"


def pgx_game(name: str, games: int) -> tuple[Any, Callable[[Any, Any], Any]]:
    """States of a game of PGX, and what makes a step of them."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def act(states: Any, key: Any) -> Any:
        chosen, dealt = jax.random.split(key)
        chances = jnp.log(states.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(chosen, chances, axis=-1)
        return step(states, actions, jax.random.split(dealt, games))

    return jax.jit(begin)(jax.random.split(jax.random.key(1), games)), act


def hanabi(games: int) -> tuple[Any, Callable[[Any, Any], Any]]:
    """The same for JaxMARL's Hanabi with two players."""
    import jax
    import jax.numpy as jnp

    env = _hanabi_alone()
    begin, step, legal = jax.vmap(env.reset), jax.vmap(env.step), jax.vmap(env.get_legal_moves)

    def act(carried: Any, key: Any) -> Any:
        _, states, masks, *_ = carried
        chosen, dealt = jax.random.split(key)
        keys = jax.random.split(chosen, len(env.agents))
        actions = {
            agent: jax.random.categorical(one, jnp.log(masks[agent].astype(jnp.float32)), axis=-1)
            for agent, one in zip(env.agents, keys, strict=True)
        }
        seen, states, rewards, dones, _ = step(jax.random.split(dealt, games), states, actions)
        return seen, states, legal(states), rewards, dones

    def start(keys: Any) -> Any:
        seen, states = begin(keys)
        return seen, states, legal(states)

    seen, states, masks = jax.jit(start)(jax.random.split(jax.random.key(1), games))
    none = {agent: jnp.zeros(games) for agent in env.agents}
    first = (seen, states, masks, none, none)
    return jax.jit(act)(first, jax.random.key(2)), act


def _hanabi_alone() -> Any:
    """Hanabi without the rest of JaxMARL, which would bring a physics engine."""
    if "flax.struct" in sys.modules:  # done before
        from jaxmarl.environments.hanabi.hanabi import HanabiEnv

        return HanabiEnv(num_agents=2)
    needed: dict[str, list[list[str]]] = {"flax": [[]], "jaxmarl": [[], ["environments"]]}
    for name, parts in needed.items():
        found = importlib.util.find_spec(name)
        if found is None or not found.submodule_search_locations:
            raise ImportError(f"{name} is not installed")
        root = found.submodule_search_locations[0]
        for part in parts:
            package = types.ModuleType(".".join([name, *part]))
            package.__path__ = [str(Path(root, *part))]
            sys.modules[package.__name__] = package
    from jaxmarl.environments.hanabi.hanabi import HanabiEnv

    return HanabiEnv(num_agents=2)


def rate(first: Any, act: Callable[[Any, Any], Any], games: int) -> float:
    """Steps of single games a second, the median of some rounds."""
    import jax

    def many(states: Any, key: Any) -> Any:
        def one(carried: Any, its_key: Any) -> tuple[Any, None]:
            return act(carried, its_key), None

        return jax.lax.scan(one, states, jax.random.split(key, STEPS))[0]

    run = jax.jit(many, donate_argnums=0)
    states = jax.block_until_ready(run(first, jax.random.key(3)))
    found = []
    for number in range(ROUNDS):
        begun = time.perf_counter()
        times = 0
        while time.perf_counter() - begun < 0.5:
            states = jax.block_until_ready(run(states, jax.random.key(number * 1000 + times)))
            times += 1
        found.append(times * STEPS * games / (time.perf_counter() - begun))
    return statistics.median(found)


def measure(sizes: list[int]) -> list[dict[str, Any]]:
    """Every peer at every number of games."""
    found = []
    for games in sizes:
        peers: dict[str, Any] = {
            f"PGX {name}": lambda games=games, name=name: pgx_game(name, games)
            for name in PGX_GAMES
        }
        peers[HANABI] = lambda games=games: hanabi(games)
        for name, make in peers.items():
            try:
                first, act = make()
                steps = rate(first, act, games)
            except ImportError as missing:
                print(f"{name}: {missing}", file=sys.stderr)
                continue
            found.append({"peer": name, "games": games, "steps_a_second": round(steps)})
            print(f"{name}, {games:,} games: {steps / 1e6:,.2f} million steps/s", file=sys.stderr)
    return found


def main() -> None:
    """Measure, print JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench.peers_jax", description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[1 << 16, 1 << 20])
    print(json.dumps(measure(parser.parse_args().games)))


if __name__ == "__main__":
    main()
