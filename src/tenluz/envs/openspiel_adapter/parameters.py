"""A game's options as parameters of OpenSpiel, by the same names, and back.

OpenSpiel knows a parameter by one default of one type. Where an option follows from others
its default is -1 for a number and `edition` for a choice; a yes or no that follows is a
choice too: `yes`, `no`, `edition`.
"""

import dataclasses
from typing import Any

import pyspiel

from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game
from tenluz.engine.options import Options
from tenluz.engine.types import JsonObject

FOLLOWS = -1
BY_EDITION = "edition"
SWITCHES = {"yes": True, "no": False}


def specification(game: Game, defaults: JsonObject, more: JsonObject) -> JsonObject:
    """Every parameter with its default. `more` are parameters that are no options."""
    fields = dataclasses.fields(game.options_type)
    found = {field.name: _default(field, defaults) for field in fields}
    return {**found, **more}


def _default(field: "dataclasses.Field[Any]", defaults: JsonObject) -> object:
    value = defaults.get(field.name, field.default)
    if "range" in field.metadata:
        return FOLLOWS if value < 0 else value
    return BY_EDITION if value in ("", None) else value


def read_options(game: Game, given: JsonObject) -> Options:
    """The game's options from parameters, all of them; SpielError says what is wrong."""
    chosen = {}
    for field in dataclasses.fields(game.options_type):
        value = given[field.name]
        if value == BY_EDITION or ("range" in field.metadata and value == FOLLOWS):
            continue
        if "switch" in field.metadata and isinstance(value, str):
            if value not in SWITCHES:
                raise pyspiel.SpielError(
                    f"{field.name} must be one of yes, no, {BY_EDITION}, not {value!r}."
                )
            value = SWITCHES[value]
        chosen[field.name] = value
    try:
        return game.options(chosen)
    except NotUnderstood as error:
        raise pyspiel.SpielError(str(error)) from None


def shortest(specified: JsonObject, given: JsonObject) -> JsonObject:
    """The parameters that name a game: the number of players, and what is not usual."""
    return {
        name: value
        for name, value in given.items()
        if name == "players" or value != specified[name]
    }


def game_type(spiel: Any, **other: object) -> Any:
    """What OpenSpiel must know of a game before it loads one."""
    kinds = pyspiel.GameType
    known = {
        "short_name": f"tenluz_{spiel.game.name}",
        "long_name": f"{spiel.game.title} (Tenluz)",
        "dynamics": kinds.Dynamics.SEQUENTIAL,
        "chance_mode": kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        "information": kinds.Information.IMPERFECT_INFORMATION,
        "provides_information_state_string": True,
        "provides_information_state_tensor": True,
        "provides_observation_string": True,
        "provides_observation_tensor": True,
        "provides_factored_observation_string": True,
        "parameter_specification": spiel.parameters,
    }
    return kinds(**{**known, **spiel.kind, **other})
