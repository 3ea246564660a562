"""The games that tests in this folder load, and ways to walk through them."""

import random

import pyspiel

import tenluz.envs.openspiel  # noqa: F401 (registers both games)

# Every number of players, and options that change what happens.
FULL = [
    *(f"tenluz_level10(players={players})" for players in range(1, 6)),
    "tenluz_level10(players=2,pauses=3,edition=ru,open_counts=True)",
    "tenluz_level10(players=5,pauses=0,extra_turn=last_seat,dead_end=illegal)",
    "tenluz_level10(players=3,pauses=3,one_pause_per_column=True,last_reset=lost,utility=won)",
    "tenluz_level10(players=4,first_player=together,full_bonus=no_card_under_pause)",
    "tenluz_level10(players=2,box_pauses=False,swap_whole_hand=False,pause_scores=yes)",
    *(f"tenluz_luz(players={players})" for players in range(3, 6)),
    "tenluz_luz(players=4,bead_limit=True,open_tricks=True,deals=2)",
]

SMALL = [
    "tenluz_level10(players=1,worlds=2,columns=4,hand=2,pauses=1)",
    "tenluz_level10(players=2,worlds=2,columns=10,hand=4,pauses=3)",
    "tenluz_level10(players=3,worlds=3,columns=6,hand=2,pauses=2,open_counts=True)",
    "tenluz_level10(players=2,worlds=2,columns=4,hand=1,first_player=together)",
    "tenluz_luz(players=2,colours=3,values=3,hand=3,deals=2)",
    "tenluz_luz(players=2,colours=2,values=2,hand=1,deals=1)",
    "tenluz_luz(players=5,colours=5,values=2,hand=2,deals=1,bead_limit=True)",
]

# Small enough to look at every state.
TINY = [
    "tenluz_level10(players=1,worlds=2,columns=2,hand=2,pauses=1)",
    "tenluz_level10(players=1,worlds=2,columns=4,hand=1,pauses=0)",
    "tenluz_level10(players=2,worlds=2,columns=2,hand=1,pauses=1)",
    "tenluz_level10(players=2,worlds=2,columns=2,hand=1,pauses=1,open_counts=True)",
    "tenluz_level10(players=2,worlds=2,columns=2,hand=1,pauses=1,first_player=together,edition=ru)",
    "tenluz_level10(players=2,worlds=2,columns=4,hand=2,pauses=0)",
    "tenluz_luz(players=2,colours=2,values=2,hand=1,deals=1)",
    "tenluz_luz(players=2,colours=2,values=3,hand=1,deals=1)",
    "tenluz_luz(players=2,colours=2,values=2,hand=2,deals=1)",
]


def step(state, chance: random.Random) -> None:
    """One action at random, chance's by its chances."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes())
        state.apply_action(chance.choices(outcomes, weights)[0])
    else:
        state.apply_action(chance.choice(state.legal_actions()))


def some_states(name: str, games: int, number: int = 0):
    """The states of some random games."""
    game = pyspiel.load_game(name)
    chance = random.Random(number)
    for _ in range(games):
        state = game.new_initial_state()
        yield state
        while not state.is_terminal():
            step(state, chance)
            yield state


def all_states(name: str):
    """Every state of a game, once for each history, with its parent and the action."""
    waiting = [(None, None, pyspiel.load_game(name).new_initial_state())]
    while waiting:
        parent, action, state = waiting.pop()
        yield parent, action, state
        if not state.is_terminal():
            waiting += [(state, action, state.child(action)) for action in state.legal_actions()]
