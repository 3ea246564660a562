"""What may be typed besides moves, and what is said of what may not."""

import re

import pytest

from tenluz.terminal.messages import Messages
from tests.commands.running import tenluz
from tests.terminal.at_keyboard import SEED, play, sit, table


def after(tmp_path, *keys: str, game: str = "level10", seats=("me",), **options) -> list[str]:
    """The lines that follow the last of these keys."""
    _, before = sit(table(game, seats=seats, **options), keys[:-1], tmp_path)
    _, screen = sit(table(game, seats=seats, **options), keys, tmp_path)
    goodbye = 2
    return screen.lines[len(before.lines) - goodbye : -goodbye - 1]


def hand_of(tmp_path, **options) -> list[str]:
    at = table("level10", seats=["me"], **options)
    hand = at.match.view(0).hand
    return [at.match.game.card_name(card) for card in range(40) if hand >> card & 1]


def test_three_kinds_of_errors_in_one_line_each(tmp_path):
    assert after(tmp_path, "", "hello")[0].startswith("Not understood: “hello” is no move here. ")
    missing = next(c for c in ("D1", "D2", "D3", "D5") if c not in hand_of(tmp_path))
    assert after(tmp_path, "", missing) == [
        f"Not legal: Desert {missing[1]} is not in your hand. (L-6)"
    ]
    assert after(tmp_path, "", "record") == [
        "Not yours: A record shows every hand. It is written when the game is over."
    ]


NONSENSE = """
99|0|-1|²|R>|R>X|P>D/|/|,|say|say ²|say 99999 D|want|want X|advise|advise Otto|advise Nobody D
first|first 1|?|? 99|? ²|save /proc/nothing/x|undo|hint|ask|talk|look|P>D/D1,D2,D3|R:99|R:0|Y++
""".replace("\n", "|")


@pytest.mark.parametrize("typed", [*NONSENSE.split("|"), "9" * 5000, "\udcff", "save \0"])
@pytest.mark.parametrize("game", ["level10", "luz"])
def test_nothing_that_is_typed_breaks_the_game(game, typed, tmp_path):
    at = table(game, seats=["me"])
    _, screen = sit(at, ["3", typed, typed], tmp_path)
    assert screen.lines[-1].startswith("Go on with: ")


def test_question_mark_lists_what_is_legal_and_why_the_rest_is_not(tmp_path):
    lines = after(tmp_path, "", "1", "?")
    at = table("level10", seats=["me"])
    sit(at, ["", "1"], tmp_path)
    table_view = at.table_view(0)
    names = [at.text.move_text(table_view, move) for move in table_view.choices()]
    assert lines[0] == f"Legal: {', '.join(names)}."
    assert lines[1] == "Not legal:"
    refused = {line.split(":")[0].strip() for line in lines[2:]}
    hand = {at.match.game.card_name(c) for c in range(40) if table_view.view.hand >> c & 1}
    everything = hand | {f"R>{world}" for world in "DFSVM"}
    if table_view.view.hand >> 40:
        everything |= {f"P>{world}" for world in "DFSVM"}
    assert refused == {name for name in everything if name not in names}
    assert all(re.search(r"\. \((L|R)-\d+\)$", line) for line in lines[2:])


def test_question_mark_with_a_move_explains_it(tmp_path):
    first = hand_of(tmp_path)[0]
    assert after(tmp_path, "", f"? {first.lower()}") == [f"{first.lower()} is legal."]
    assert after(tmp_path, "", "? P>D/D1")[0].startswith("Not legal: ")


def test_luz_says_which_colours_may_not_be_played(tmp_path):
    at = table("luz", seats=["me"])
    _, screen = sit(at, ["2", *["?", "1"] * 12], tmp_path)
    reasons = [line for line in screen.lines if "you must play one of them" in line]
    assert reasons
    assert all(
        re.match(r"  [RYGBP] \w+: While you have \w+ cards, .* \(Z-9\)$", r) for r in reasons
    )


def test_in_the_bidding_a_number_is_a_bid_and_never_an_item_of_a_list(tmp_path):
    at = table("luz", seats=["me"])
    _, screen = sit(at, ["3"], tmp_path)
    assert "You bid 3 tricks." in screen.lines
    assert at.match.state.table.bids[0] == 3
    at = table("luz", seats=["me"])
    _, screen = sit(at, ["0+"], tmp_path)
    assert "You bid 0 tricks + safety." in screen.lines
    assert after(tmp_path, "11", game="luz")[0].startswith(
        "Not understood: “11” is no move here. Type a number"
    )


def test_a_turn_is_typed_whole_as_records_write_it(tmp_path):
    cards = hand_of(tmp_path)
    at = table("level10", seats=["me"])
    _, screen = sit(at, ["", f"r>d/{cards[1].lower()}, {cards[0]}"], tmp_path)
    assert at.match.record.moves[0] == f"R>D/{cards[1]},{cards[0]}"
    assert f"You put {at.text.card(cards[1])} under the deck." in screen.lines
    at = table("level10", seats=["me"])
    sit(at, ["", "R>D"], tmp_path)
    assert at.match.record.moves[0] == "R>D"  # no swap, no question


def test_a_reset_picked_by_number_asks_what_to_tuck(tmp_path):
    at = table("level10", seats=["me"])
    table_view = at.table_view(0)
    sit(at, [""], tmp_path)
    table_view = at.table_view(0)
    number = [at.text.move_text(table_view, m) for m in at.text.numbered(table_view)].index(
        "R>F"
    ) + 1
    cards = hand_of(tmp_path)
    for answer, record in (
        ([""], "R>F"),
        (["done"], "R>F"),
        ([cards[0]], f"R>F/{cards[0]}"),
        ([f"{cards[2]},{cards[0]}"], f"R>F/{cards[2]},{cards[0]}"),
        (["2", ""], f"R>F/{cards[1]}"),
        (["2", "1"], f"R>F/{cards[1]},{cards[0]}"),
    ):
        at = table("level10", seats=["me"])
        _, screen = sit(at, ["", str(number), *answer], tmp_path)
        assert at.match.record.moves[0] == record
        assert "A card to put under the deck, or two as F2,P (Enter: no more) >" in screen.lines


def test_the_first_player_can_be_chosen_by_name(tmp_path):
    for typed in ("Otto", "otto", "1", "first 1"):
        at = table("level10", seats=["me"])
        _, screen = sit(at, [typed], tmp_path)
        assert "Who starts? You propose Otto." in screen.lines
        assert at.match.record.first == 1


def test_enter_plays_the_only_legal_move_and_nothing_else(tmp_path):
    at = table("luz", seats=["me"])
    sit(at, ["2", *["", "1"] * 12], tmp_path)
    assert at.match.state.table.deal == 1
    assert after(tmp_path, "", "")[0] == "Not understood: Type a move, or ? for what is legal."


@pytest.mark.parametrize("game", ["level10", "luz"])
def test_help_rules_score_look_and_hint_answer(game, tmp_path):
    keys = ["" if game == "level10" else "2"]
    at = table(game, seats=["me"])
    moves = at.moves
    for order in ("help", "rules", "score", "look", "hint"):
        lines = after(tmp_path, *keys, order, game=game)
        assert lines
        assert not lines[0].startswith("Not ")
        assert all(len(line) <= 160 for line in lines if order in ("help", "rules"))
    assert at.moves == moves


def test_a_hint_says_why_in_the_words_of_the_page(tmp_path):
    at = table("luz", seats=["me"], language="pl", players=3)
    reason = at.hint(at.match.seat)[1]
    move, why = after(tmp_path, "hint", game="luz", language="pl", players=3)
    assert move.startswith("Bot expert wybra\u0142by ")
    assert why == Messages("pl", at.table.game)(f"hint.{reason.code}", **reason.values)


def test_a_hint_changes_nothing_that_follows(tmp_path):
    asked, silent = table("level10", seats=["me"]), table("level10", seats=["me"])
    sit(asked, ["", "hint", "hint", "1", "hint", "1", "1"], tmp_path)
    sit(silent, ["", "1", "1", "1"], tmp_path)
    assert asked.log == silent.log


# --- talk --------------------------------------------------------------------------------------


def test_counts_are_filled_in_and_a_false_one_is_refused(tmp_path):
    deserts = sum(card.startswith("D") for card in hand_of(tmp_path))
    cards = "cards" if deserts != 1 else "card"
    line = f"You: “I have {deserts or 'no'} desert {cards}”"
    assert after(tmp_path, "", "say D") == [line]
    assert after(tmp_path, "", "say desert") == [line]
    assert after(tmp_path, "", f"say {deserts} D") == [line]
    assert after(tmp_path, "", f"say {deserts + 1} D") == [
        "Not legal: The number of cards you say must be true. (L-22)"
    ]
    at = table("level10", seats=["me"])
    sit(at, ["", f"say {deserts + 1} D"], tmp_path)
    assert all(entry["say"]["seat"] != 0 for entry in at.log if "say" in entry)


def test_wishes_are_heard_by_all_and_end_with_the_turn(tmp_path):
    assert after(tmp_path, "", "want D") == ["You: “I’d like to play desert”"]
    assert after(tmp_path, "", "reset S") == ["You: “I’d like to reset sky”"]
    at = table("level10", seats=["me"])
    sit(at, ["", "want D", "reset S"], tmp_path)
    assert at.match.state.table.wishes[0] == 1 | 1 << 7
    at = table("level10", seats=["me"])
    sit(at, ["", "want D", "1"], tmp_path)
    assert at.match.state.table.wishes[0] == 0


def test_resets_are_advised_in_every_edition_and_cards_in_ru(tmp_path):
    said = after(tmp_path, "", "advise Mila reset F")
    assert said == ["You: “Mila: reset forest!”"]
    refused = after(tmp_path, "", "advise Mila D")
    assert refused == ["Not legal: At this table players may not say that to somebody else. (R-13)"]
    said = after(tmp_path, "", "advise mila D", edition="ru")
    assert said == ["You: “Mila: play desert!”"]
    said = after(tmp_path, "", "advise Mila reset F", edition="ru")
    assert said == ["You: “Mila: reset forest!”"]
    assert after(tmp_path, "", "advise me D", edition="ru")[0].startswith("Not legal: ")


def test_who_says_always_tells_every_count_after_the_own_turn(tmp_path):
    at = table("level10", seats=["me"])
    _, screen = sit(at, ["", "say always"], tmp_path)
    assert sum(line.startswith("You: “I have ") for line in screen.lines) == 5
    sit(at, ["1"], tmp_path)
    told, hand = at.match.state.table.told, at.match.state.hands[0]
    for world in range(5):
        assert told[0, world] == 11 * (hand >> (8 * world) & 255).bit_count()
    spoken = len([entry for entry in at.log if entry.get("say", {}).get("seat") == 0])
    assert spoken == 10  # a card drawn may be of any world, so all counts are new
    sit(at, ["say never", "1"], tmp_path)
    assert spoken == len([entry for entry in at.log if entry.get("say", {}).get("seat") == 0])


def test_bots_say_what_they_say_on_a_server(tmp_path):
    """Before each turn, and nothing that the bot itself would not say."""
    at = table("level10", seats=["me"])
    sit(at, ["", *["1"] * 60], tmp_path)
    again = table("level10", seats=["me"])
    heard = 0
    for entry in at.log:
        if "say" in entry:
            wanted = again.bot_statement(entry["say"]["seat"])
            assert again.table.statement(entry["say"]["seat"], wanted) == entry["say"]
            heard += 1
        again.replay([entry])
    assert heard > 2


def test_ask_lets_the_bots_speak(tmp_path):
    lines = after(tmp_path, "", "ask", seats=("me", "random"), players=2)
    assert [line.split()[0] for line in lines] == ["Otto:"] * 5
    silence = ["Not legal: Players do not talk in this game."]
    assert after(tmp_path, "2", "ask", game="luz") == silence
    assert after(tmp_path, "2", "say R", game="luz") == silence


# --- taking back ---------------------------------------------------------------------------------


def test_a_move_that_has_shown_nothing_can_be_taken_back(tmp_path):
    at = table("level10", seats=["me"])
    sit(at, [""], tmp_path)
    before = at.kept
    table_view = at.table_view(0)
    number = [at.text.move_text(table_view, m) for m in at.text.numbered(table_view)].index(
        "R>F"
    ) + 1
    _, screen = sit(at, [str(number), "1", "undo", "undo"], tmp_path)
    assert screen.lines.count("Taken back.") == 2
    assert at.kept == before
    assert not any(event.event == "placed" for event in at.table_view(0).events)


def test_a_move_that_has_shown_a_card_cannot_be_taken_back(tmp_path):
    drawn = after(tmp_path, "1", "undo", players=1)
    assert drawn == ["Not legal: That cannot be taken back: it has shown you something new."]
    assert after(tmp_path, "", "1", "undo")[0].startswith("Not yours: ")
    assert after(tmp_path, "2", "undo", game="luz")[0].startswith("Not yours: ")
    both = after(tmp_path, "", "", "", "", "", "undo", seats=("Ann", "Bob"), players=2)
    assert both == ["Not legal: Moves are taken back only where one person plays with bots."]


def test_alone_without_a_deck_even_whole_turns_can_be_taken_back(tmp_path):
    options = {"players": 1, "worlds": 2, "columns": 4, "pauses": 0, "hand": 4}
    at = table("level10", seats=["me"], **options)
    sit(at, ["1"], tmp_path)
    before = at.kept
    _, screen = sit(at, ["1", "undo"], tmp_path)
    assert "Taken back." in screen.lines
    assert at.kept == before


# --- the command line ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["chess"], "There is no game 'chess'. Games are: level10, luz."),
        (["--players", "9"], "players must be a whole number from 1 to 5, not 9."),
        (["luz", "--players", "2"], "Luz is for 3 to 5 players"),
        (
            ["--difficulty", "heavy"],
            "difficulty must be a whole number from 0 to 3, or easy,",
        ),
        (["luz", "--difficulty", "hard"], "Luz has no option 'difficulty'."),
        (["--edition", "de"], "edition must be one of"),
        (["--option", "last_reset"], "An option is written name=value"),
        (["--seed", "12"], "--seed: a seed is 64 hexadecimal digits; this has 2."),
        (["--pace", "-1"], "--pace must be 0 to 60 seconds"),
        (["--seat", "me", "--people", "2"], "not both"),
        (["--seat", "me", "--seat", "me", "--players", "1"], "seats for 1"),
        (["--people", "-1"], "--people must be"),
        (["--seat", "Ann", "--seat", "ann"], "Two at the table are called"),
        (["--seat", "a b"], "is no name"),
        (["--seat", "reset"], "cannot be a player's name"),
        (["--seat", "7"], "is no name"),
        (["level10", "file.json"], "use --resume"),
        (["--resume", "--players", "3"], "--players cannot be given with --resume"),
        (["--resume", "nothing.json"], "Cannot read nothing.json"),
    ],
)
def test_a_wrong_command_line_ends_with_one_clear_line(words, why, tmp_path, monkeypatch):
    monkeypatch.setenv("TENLUZ_DATA", str(tmp_path))
    ran = tenluz("play", *words)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith("tenluz: ")
    assert ran.err.count("\n") == 1
    assert why in ran.err


def test_more_seats_make_a_bigger_table(tmp_path, monkeypatch):
    monkeypatch.setenv("TENLUZ_DATA", str(tmp_path))
    ran = tenluz("play", "--seat", "rules", "--seat", "Ann", "--seat", "random", "--seat", "me")
    assert "At the table: Ida (bot rules), Ann, Mila (bot random) and Player4." in ran.out
    ran = tenluz("play", "luz", "--people", "5")
    assert "At the table: Player1, Player2, Player3, Player4 and Player5." in ran.out


def test_a_bot_never_has_the_name_of_a_person(tmp_path, monkeypatch):
    monkeypatch.setenv("TENLUZ_DATA", str(tmp_path))
    ran = tenluz("play", "--seat", "me", "--seat", "rules", "--seat", "Finn")
    assert "At the table: Player1, Otto (bot rules) and Finn." in ran.out
    ran = tenluz("play", "--seat", "otto")
    assert "At the table: You, Finn (bot expert) and Mila (bot expert)." in ran.out


def test_end_of_input_is_no_error(tmp_path):
    ran = play(tmp_path, "--seed", SEED)
    assert ran.returncode == 0
    assert ran.stdout.splitlines()[-2].startswith("The game is saved in ")
