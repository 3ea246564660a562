"""Options of Level 10: read and written as records have them, small versions, refusals."""

import dataclasses
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenluz.engine.errors import NotUnderstood
from tenluz.games.level10.game import GAME as LEVEL10
from tenluz.games.level10.rules.options import HANDS, PACKED, Level10Options
from tests.games.level10.strolls import many, stroll
from tests.games.level10.table import table

ALWAYS = {"players", "pauses", "edition"}
FIELDS = {field.name: field for field in dataclasses.fields(Level10Options)}


def given_options() -> st.SearchStrategy[dict[str, Any]]:
    """Any object with known names and values in range."""
    values: dict[str, st.SearchStrategy[Any]] = {}
    for name, field in FIELDS.items():
        if "range" in field.metadata:
            values[name] = st.integers(*field.metadata["range"])
        elif "readings" in field.metadata:
            values[name] = st.sampled_from(field.metadata["readings"])
        else:
            values[name] = st.booleans()
    return st.fixed_dictionaries({}, optional=values)


def read_or_none(wanted: dict[str, Any]) -> Level10Options | None:
    try:
        return Level10Options.read(wanted)
    except NotUnderstood:
        return None


def test_what_nothing_said_means() -> None:
    """The defaults: the publisher's edition, three players, two pauses, R-2 to R-13 as ruled."""
    assert LEVEL10.options() == Level10Options(
        players=3,
        pauses=2,
        edition="fr",
        last_reset="placed",
        full_bonus="won",
        pause_scores=False,
        one_pause_per_column=False,
        dead_end="legal",
        box_pauses=True,
        extra_turn="completer",
        swap_whole_hand=True,
        advice="resets",
        first_player="together",
        open_counts=False,
        worlds=5,
        columns=10,
        values=8,
        hand=6,
    )


@pytest.mark.parametrize("edition", ["fr", "pl", "es", "ru"])
@pytest.mark.clause("R-4", "R-6", "R-13")
def test_an_edition_decides_where_they_differ(edition: str) -> None:
    """`ru` apart, they agree; a ruling that is named stands for itself."""
    options = LEVEL10.options(edition=edition)
    russian = edition == "ru"
    assert options.full_bonus == ("no_card_under_pause" if russian else "won")
    assert options.pause_scores is russian
    assert options.advice == ("all" if russian else "resets")
    named = {"full_bonus": "all_level_cards", "pause_scores": not russian, "advice": "none"}
    options = LEVEL10.options(named, edition=edition)
    assert {name: getattr(options, name) for name in named} == named


@pytest.mark.parametrize(
    ("wanted", "written"),
    [
        ({}, {}),
        ({"players": 5, "pauses": 0}, {}),
        ({"edition": "ru", "pause_scores": True}, {}),
        ({"edition": "fr", "pause_scores": True}, {"pause_scores": True}),
        ({"edition": "ru", "full_bonus": "won"}, {"full_bonus": "won"}),
        ({"edition": "es", "full_bonus": "won"}, {}),
        ({"edition": "es", "full_bonus": "all_level_cards"}, {"full_bonus": "all_level_cards"}),
        ({"edition": "ru", "advice": "all"}, {}),
        ({"edition": "ru", "advice": "resets"}, {"advice": "resets"}),
        ({"last_reset": "lost"}, {"last_reset": "lost"}),
        ({"worlds": 5, "columns": 10, "values": 8, "hand": 6}, {}),
        ({"worlds": 3, "columns": 6, "values": 4}, {"worlds": 3}),
        ({"worlds": 3, "values": 2}, {"worlds": 3, "columns": 3}),
        ({"hand": 4}, {"hand": 4}),
        (
            {"players": 5, "pauses": 0, "worlds": 2, "columns": 10},
            {"worlds": 2, "columns": 10},  # without its columns this one has too few cards
        ),
    ],
)
def test_options_are_written_in_their_shortest_form(
    wanted: dict[str, Any], written: dict[str, Any]
) -> None:
    """Players, pauses and edition always; the rest only where it does not follow."""
    found = LEVEL10.options(wanted).write()
    assert found.keys() >= ALWAYS
    assert {name: value for name, value in found.items() if name not in ALWAYS} == written
    assert LEVEL10.options(found) == LEVEL10.options(wanted)


@settings(max_examples=many(300, 120), deadline=None, derandomize=True)
@given(given_options())
def test_options_come_back_from_their_written_form(wanted: dict[str, Any]) -> None:
    """Read, written and read again they are the same, and nothing written can be left out."""
    options = read_or_none(wanted)
    if options is None:
        return
    written = options.write()
    assert Level10Options.read(written) == options
    for name in written.keys() - ALWAYS:
        shorter = {key: value for key, value in written.items() if key != name}
        assert read_or_none(shorter) != options


@settings(max_examples=many(300, 120), deadline=None, derandomize=True)
@given(given_options())
def test_options_that_are_read_can_be_played(wanted: dict[str, Any]) -> None:
    """Whatever is accepted adds up: the grid can be filled, each seat has cards, and all stays
    within the bounds that the compiled rules rely on."""
    options = read_or_none(wanted)
    if options is None:
        return
    assert options.columns == options.worlds * options.resets <= 10
    assert options.values == options.columns - options.resets <= 8
    assert options.deck == len(LEVEL10.deck(options)) <= 43
    assert options.worlds * options.values + options.columns == options.worlds * options.columns
    assert 1 <= options.hand <= options.deck // options.players
    packed = options.packed()
    for name in PACKED.names or ():
        value = getattr(packed, name)
        if isinstance(getattr(options, name), str):
            assert FIELDS[name].metadata["readings"][value] == getattr(options, name)
        else:
            assert value == getattr(options, name)


@pytest.mark.parametrize("worlds", range(2, 6))
@pytest.mark.parametrize("columns", range(2, 11))
def test_small_versions(worlds: int, columns: int) -> None:
    """Sizes belong to the options: a multiple of the worlds in columns, and the rest follows;
    given by its values, a version is the same."""
    if columns % worlds:
        with pytest.raises(NotUnderstood, match="multiple of worlds"):
            LEVEL10.options(worlds=worlds, columns=columns, players=1)
        return
    options = LEVEL10.options(worlds=worlds, columns=columns, players=1, pauses=1)
    assert (options.resets, options.values) == (columns // worlds, columns - columns // worlds)
    by_values = LEVEL10.options(worlds=worlds, values=options.values, players=1, pauses=1)
    assert by_values == options
    *_, seen = stroll(columns, worlds=worlds, columns=columns, players=1, pauses=1)
    assert seen.phase == "OVER"


@pytest.mark.clause("L-4")
def test_hands_of_small_versions() -> None:
    """As in the full game where the deck has as many, else what it has for each."""
    for players, size in HANDS.items():
        assert LEVEL10.options(players=players).hand == size
    assert LEVEL10.options(worlds=2, players=3, pauses=0, columns=4).hand == 1
    assert LEVEL10.options(worlds=2, players=2, pauses=0, columns=4).hand == 2
    assert table(worlds=2, players=2, pauses=0).pile == ""


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        ({"player": 3}, "There is no option 'player'. Options are: advice, box_pauses, "),
        ({"players": 6}, "players must be a whole number from 1 to 5, not 6."),
        ({"players": 0}, "players must be a whole number from 1 to 5, not 0."),
        ({"players": True}, "players must be a whole number from 1 to 5, not True."),
        ({"players": "3"}, "players must be a whole number from 1 to 5, not '3'."),
        ({"players": 3.0}, "players must be a whole number from 1 to 5, not 3.0."),
        ({"columns": -1}, "columns must be a whole number from 2 to 10, not -1."),
        ({"hand": 0}, "hand must be a whole number from 1 to 20, not 0."),
        ({"edition": "en"}, "edition must be one of fr, ru, pl, es, not 'en'."),
        ({"edition": None}, "edition must be one of fr, ru, pl, es, not None."),
        ({"full_bonus": ""}, "full_bonus must be one of all_level_cards, "),
        ({"last_reset": ["lost"]}, "last_reset must be one of placed, lost, not ['lost']."),
        ({"open_counts": 1}, "open_counts must be true or false, not 1."),
        ({"pause_scores": None}, "pause_scores must be true or false, not None."),
        ({"worlds": 4, "columns": 10}, "A grid of 4 worlds, 10 columns and values up to 8 "),
        ({"values": 7}, "cannot be filled: columns must be a multiple of worlds, at most 10, "),
        ({"columns": 10, "values": 7}, "and values = columns - columns / worlds."),
        ({"columns": 4}, "A grid of 5 worlds, 4 columns and values up to 4 cannot be filled"),
        ({"worlds": 2, "values": 8}, "A grid of 2 worlds, 16 columns and values up to 8 "),
        ({"worlds": 3, "values": 8}, "A grid of 3 worlds, 12 columns and values up to 8 "),
        ({"hand": 15}, "3 hands of 15 cards need more than the 42 cards of the deck."),
        (
            {"worlds": 2, "columns": 2, "pauses": 0, "players": 3},
            "3 hands of 1 cards need more than the 2 cards of the deck.",
        ),
    ],
)
def test_what_is_refused_and_how(wanted: dict[str, Any], text: str) -> None:
    """What was wrong, and what was expected."""
    with pytest.raises(NotUnderstood) as refusal:
        LEVEL10.options(wanted)
    assert text in str(refusal.value)


def test_every_option_says_what_it_is_about() -> None:
    """A ruling names its id."""
    for name, field in FIELDS.items():
        if name != "edition":
            assert field.metadata["about"], name
    abouts = " ".join(field.metadata["about"] for field in FIELDS.values())
    for ruling in ("R-2", "R-3", "R-4", "R-5", "R-6", "R-7", "R-9", "R-11", "R-13"):
        assert f"{ruling}:" in abouts


def test_options_by_name_and_by_object() -> None:
    """The two ways to give them may be mixed; names win."""
    assert LEVEL10.options({"players": 2}, pauses=1).write() == {
        "players": 2,
        "pauses": 1,
        "edition": "fr",
    }
    assert LEVEL10.options({"players": 2}, players=4).players == 4
