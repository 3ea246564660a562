"""Records are read and written as docs/records.md says; a wrong one says where it is wrong."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenluz.engine import catalogue
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.record import GameRecord, parse_json
from tenluz.games.luz.game import Luz
from tests.games_played import played

CASES = [
    ("level10", {"players": 1, "pauses": 0, "edition": "pl"}),
    ("level10", {"players": 3, "pauses": 3, "edition": "ru", "last_reset": "lost"}),
    ("level10", {"players": 2, "worlds": 3, "columns": 3}),
    ("luz", {"players": 3}),
    ("luz", {"players": 5, "bead_limit": True}),
    ("luz", {"players": 2, "colours": 2, "values": 4, "hand": 3, "deals": 2}),
]


def level10(**changed: Any) -> dict[str, Any]:
    """A right record of Level 10, some fields changed; None takes a field away."""
    return _changed(played("level10", 1, players=3, pauses=2).record.to_json(), changed)


def luz(**changed: Any) -> dict[str, Any]:
    """A right record of Luz, some fields changed; None takes a field away."""
    return _changed(played("luz", 1, players=3).record.to_json(), changed)


def _changed(record: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    changed = {"seed": None, **changed}
    return {name: value for name, value in {**record, **changed}.items() if value is not None}


def why(found: object) -> str:
    """Why this is no record."""
    with pytest.raises(NotUnderstood) as error:
        GameRecord.from_json(found)
    return str(error.value)


# --- there and back ------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [0, 7, 10_000])
@pytest.mark.parametrize(("game", "options"), CASES)
def test_a_record_read_back_is_the_same(game: str, options: dict[str, Any], turns: int) -> None:
    written = played(game, 3, turns, **options).record.to_json()
    written.setdefault("first", 0)  # where the players were still choosing
    read = GameRecord.from_json(json.loads(json.dumps(written)))
    assert read.to_json() == written


def test_a_record_has_the_fields_of_the_format_and_no_others() -> None:
    match = played("level10", 1, players=3, pauses=2, edition="fr")
    written = match.record.to_json()
    assert list(written) == ["tenluz", "game", "options", "seed", "deck", "first", "moves"]
    assert written["tenluz"] == 1
    assert written["game"] == "level10"
    assert written["options"] == {"players": 3, "pauses": 2, "edition": "fr"}
    assert len(written["deck"]) == 42
    assert written["deck"].count("P") == 2
    assert written["first"] == match.state.table.first
    assert written["seed"] == f"{1:064x}"


def test_a_record_of_luz_holds_four_decks_after_the_first_turn_already() -> None:
    match = played("luz", 2, turns=1, players=4)
    assert len(match.record.decks) == 1
    written = match.record.to_json()
    assert [len(deck) for deck in written["decks"]] == [50] * 4
    assert len(GameRecord.from_json(written).decks) == 4


def test_luz_writes_decks_even_where_one_deal_is_agreed() -> None:
    written = played("luz", 2, players=3, deals=1).record.to_json()
    assert [len(deck) for deck in written["decks"]] == [40]
    GameRecord.from_json(written)


def test_alone_at_the_table_seat_0_is_first() -> None:
    assert played("level10", 2, turns=0, players=1).record.to_json()["first"] == 0


def test_who_is_first_is_not_written_while_the_players_still_choose() -> None:
    written = played("level10", 2, turns=0, players=3).record.to_json()
    assert "first" not in written
    assert why(written) == 'The field "first" is missing.'


def test_decks_that_no_seed_stands_for_cannot_be_written() -> None:
    record = played("luz", 2, turns=1, players=4).record
    record.seed = None
    with pytest.raises(ValueError, match="1 decks of 4"):
        record.to_json()


def test_fields_that_the_format_does_not_name_are_left_alone() -> None:
    found = level10(played="today", names=["Ann", "Ben", "Cem"])
    assert GameRecord.from_json(found).moves == found["moves"]


def test_a_third_game_is_read_and_written_by_the_same_code(monkeypatch: pytest.MonkeyPatch) -> None:
    class Third(Luz):
        name = "third"

        def card_name(self, card: int) -> str:
            return f"card {card}"

    third = Third()
    known = catalogue.game_named
    for room in ("tenluz.engine.record", "tests.games_played"):
        monkeypatch.setattr(
            f"{room}.game_named", lambda name: third if name == "third" else known(name)
        )
    written = played("third", 1, players=3).record.to_json()
    assert written["decks"][0][0].startswith("card ")
    assert GameRecord.from_json(written).to_json() == written
    written["decks"][2][0] = "card 99"
    assert why(written) == 'decks[2]: "card 99" is not a card of this game.'


# --- what is wrong with a record ---------------------------------------------------------------


@pytest.mark.parametrize("found", [None, [], [{}], "record", 1, True])
def test_a_record_is_an_object(found: object) -> None:
    assert why(found).startswith("A record is an object")


@pytest.mark.parametrize("field", ["tenluz", "game", "options", "deck", "first", "moves"])
def test_a_missing_field_is_named(field: str) -> None:
    assert why(level10(**{field: None})) == f'The field "{field}" is missing.'


def test_luz_needs_decks_and_not_deck() -> None:
    found = luz(decks=None, deck=luz()["decks"][0])
    assert why(found) == 'The field "decks" is missing.'


@pytest.mark.parametrize("version", [0, 2, "1", True, 1.0, [1]])
def test_another_version_is_refused(version: object) -> None:
    assert why(level10(tenluz=version)) == f'"tenluz" must be 1, not {json.dumps(version)}.'


@pytest.mark.parametrize("game", ["chess", "Level10", 10, ["luz"], {}])
def test_an_unknown_game_is_refused(game: object) -> None:
    assert why(level10(game=game)).startswith("There is no game")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (7, '"options" must be an object, not 7.'),
        ([], '"options" must be an object, not [].'),
        ({"players": 3, "colour": "red"}, "There is no option 'colour'"),
        ({"players": 6}, "players must be a whole number from 1 to 5, not 6."),
        ({"players": True}, "players must be a whole number from 1 to 5, not True."),
        ({"players": 3.0}, "players must be a whole number from 1 to 5, not 3.0."),
        ({"players": "3"}, "players must be a whole number from 1 to 5, not '3'."),
        ({"edition": "de"}, "edition must be one of fr, ru, pl, es, not 'de'."),
        ({"edition": ["fr"]}, "edition must be one of"),
        ({"pause_scores": 1}, "pause_scores must be true or false, not 1."),
    ],
)
def test_wrong_options_are_refused(options: object, reason: str) -> None:
    assert why(level10(options=options)).startswith(reason)


@pytest.mark.parametrize("first", [-1, 3, "1", 1.0, True, [0]])
def test_first_must_be_a_seat(first: object) -> None:
    text = json.dumps(first)
    assert why(level10(first=first)) == f'"first" must be a seat from 0 to 2, not {text}.'


def test_moves_must_be_a_list_of_texts() -> None:
    assert why(level10(moves={})) == "moves must be a list, not {}."
    assert why(level10(moves="D5")) == 'moves must be a list, not "D5".'
    assert why(level10(moves=["D5", 5])) == "moves[1] must be text, not 5."


# --- decks -----------------------------------------------------------------------------------


def test_a_card_that_is_there_twice_is_named_with_the_one_missing() -> None:
    deck = level10()["deck"]
    deck[deck.index("M3")] = "D5"
    reason = "deck: D5 is in it twice, not once; M3 is missing (42 cards, the game has 42)."
    assert why(level10(deck=deck)) == reason


def test_cards_that_are_missing_are_named() -> None:
    deck = [card for card in level10()["deck"] if card not in ("D5", "M3")]
    assert why(level10(deck=deck)) == "deck: D5, M3 are missing (40 cards, the game has 42)."
    assert "missing" in why(level10(deck=[]))


def test_a_pause_too_many_or_too_few_is_named() -> None:
    deck = level10()["deck"]
    reason = "deck: P is in it 3 times, not twice (43 cards, the game has 42)."
    assert why(level10(deck=[*deck, "P"])) == reason
    deck.remove("P")
    assert why(level10(deck=deck)) == "deck: P is missing (41 cards, the game has 42)."


@pytest.mark.parametrize("card", ["D9", "d5", "R1", "", 5, None, True, ["D5"], {"D": 5}, "\ud800"])
def test_what_is_no_card_of_the_game_is_named(card: object) -> None:
    deck = [card, *level10()["deck"][1:]]
    assert why(level10(deck=deck)) == f"deck: {json.dumps(card)} is not a card of this game."


def test_a_card_of_a_bigger_game_of_luz_is_named_with_its_deck() -> None:
    decks = luz()["decks"]
    decks[3][0] = "Y12"
    assert why(luz(decks=decks)) == 'decks[3]: "Y12" is not a card of this game.'


def test_every_deck_must_be_there_and_be_a_list() -> None:
    decks = luz()["decks"]
    assert why(luz(decks=decks[:3])).startswith("decks must hold 4 decks, one for each deal, not 3")
    assert why(luz(decks=decks[0])).startswith("decks must hold 4 decks")
    assert why(luz(decks="RYG")) == 'decks must be a list, not "RYG".'
    assert why(luz(decks=[*decks[:3], "RYG"])) == 'decks[3] must be a list, not "RYG".'
    assert why(level10(deck={"D5": 1})) == 'deck must be a list, not {"D5": 1}.'


# --- seeds -------------------------------------------------------------------------------------


def test_a_seed_that_agrees_with_the_decks_is_right_in_either_case() -> None:
    seed = "ab" * 32
    record = GameRecord.from_json(luz())
    record.seed, record.decks = bytes.fromhex(seed), []
    written = {**record.to_json(), "moves": [], "seed": seed.upper()}
    assert GameRecord.from_json(written).seed == bytes.fromhex(seed)


def test_a_seed_that_gives_another_deck_is_refused() -> None:
    assert why(level10(seed="0" * 64)).startswith("deck is not the deck of the seed: card 0 is ")


def test_each_deal_must_agree_with_the_stream_of_that_deal() -> None:
    found = luz(seed=f"{1:064x}")
    GameRecord.from_json(found)
    found["decks"][1], found["decks"][2] = found["decks"][2], found["decks"][1]
    assert why(found).startswith("decks[1] is not the deck of the seed")


def test_who_is_first_need_not_follow_from_the_seed() -> None:
    for first in range(3):
        assert GameRecord.from_json(luz(seed=f"{1:064x}", first=first, moves=[])).first == first


@pytest.mark.parametrize("seed", ["", "0" * 63, "0" * 65, "g" * 64, " " + "0" * 64, 0, True, ["0"]])
def test_a_seed_is_64_hexadecimal_digits(seed: object) -> None:
    assert "64 hexadecimal digits" in why(level10(seed=seed))


def test_no_seed_is_not_the_same_as_a_seed_of_null() -> None:
    assert "64 hexadecimal digits" in why({**level10(), "seed": None})


# --- the letters of a file ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "Not JSON: Expecting value (column 1)."),
        (b"{", "Not JSON: Expecting property name enclosed in double quotes (column 2)."),
        (b'{"a": 1}\n{"a": 2}', "Not JSON: Extra data (line 2, column 1)."),
        (b'{"a": "\xff"}', "Not UTF-8 text: byte 8 is damaged."),
        ('{"a": 1}'.encode("utf-16"), "Not UTF-8 text: byte 1 is damaged."),
        (b'{"a": NaN}', "Not JSON: there is no number NaN."),
        (b'{"a": -Infinity}', "Not JSON: there is no number -Infinity."),
        (b'{"a": 1, "b": 2, "a": 1}', 'The name "a" appears twice in one object.'),
        (b"[" * 100_000, "Not a record: lists within lists without end."),
        (b'{"a": ' * 100_000, "Not a record: lists within lists without end."),
        (b"1" * 5_000, "Not a record: a number of thousands of digits."),
    ],
)
def test_what_is_not_json_says_where(text: bytes, reason: str) -> None:
    with pytest.raises(NotUnderstood) as error:
        parse_json(text)
    assert str(error.value) == reason


def test_a_byte_order_mark_does_not_matter() -> None:
    assert parse_json(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
LEVEL10, LUZ = level10(), luz(seed=f"{1:064x}")


@given(anything)
def test_whatever_is_found_is_a_record_or_not_understood(found: object) -> None:
    with pytest.raises(NotUnderstood):
        GameRecord.from_json(found)


@given(st.data())
def test_whatever_a_field_holds_it_is_right_or_not_understood(data: st.DataObject) -> None:
    found = dict(data.draw(st.sampled_from([LEVEL10, LUZ])))
    name = data.draw(st.sampled_from(sorted(found)))
    value = found[name]
    if isinstance(value, list) and data.draw(st.booleans()):
        value = list(value)
        value[data.draw(st.integers(0, len(value) - 1))] = data.draw(anything)
    elif isinstance(value, dict) and data.draw(st.booleans()):
        value = {**value, data.draw(st.sampled_from(sorted(value))): data.draw(anything)}
    else:
        value = data.draw(anything)
    found[name] = value
    try:
        record = GameRecord.from_json(found)
    except NotUnderstood:
        return
    GameRecord.from_json(record.to_json())


def test_a_record_needs_no_seed_and_is_read_from_text_too() -> None:
    record = played("luz", 1, players=3).record
    record.seed = None
    written = record.to_json()
    assert "seed" not in written
    assert GameRecord.from_json(parse_json(json.dumps(written))).to_json() == written


def test_what_no_json_can_hold_is_named_by_its_kind() -> None:
    assert why({"tenluz": object()}) == '"tenluz" must be 1, not a object.'
