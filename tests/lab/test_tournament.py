"""Tournaments: the same cards for everybody, every seat once, and rows that can be gone on with."""

import dataclasses
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tenluz.bots.bot import Bot, player
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.seeds import RESERVED
from tenluz.engine.types import Seat
from tenluz.lab import shares
from tenluz.lab.bot_games import dice_of_streams, play_games
from tenluz.lab.standings import Standings, _bradley_terry, over_deals
from tenluz.lab.talking import TalkingTable
from tenluz.lab.tournament import SCORE, TableOf, Tournament, _stream, checked, play_deals
from tests.bots import plain
from tests.games_played import GAMES

LUZ, LEVEL10 = GAMES["luz"], GAMES["level10"]
SMALL = {"players": 3, "deals": 1}
PLAIN = "tests.bots.plain:"


def luz(*bots: str, **options: int) -> Tournament:
    return checked(Tournament(LUZ, LUZ.options({**SMALL, **options}), bots))


def standings(tournament: Tournament, deals: int) -> Standings:
    results = shares.Results(tournament)
    assert shares.play(tournament, results, deals, at_once=2)
    return Standings(tournament, results.rows(deals))


def test_deals_are_reserved_for_tests_of_strength() -> None:
    assert luz("rules").seed >= RESERVED


def test_the_same_cards_lie_before_everybody() -> None:
    """Whoever plays, and whatever dice were rolled for choices before the later deals."""
    decks = []
    for bots in ("random", "rules", f"{PLAIN}lowest"):
        tournament = luz(bots, deals=3)
        found = tournament.found()
        cards = dice_of_streams(tournament.seed, [4, 5])
        choices = dice_of_streams(tournament.seed, [len(bots), 7])
        seats = np.zeros((2, 3), np.int64)
        o = tournament.options.packed()
        states, _ = play_games(LUZ, o, found, seats, cards, choices)
        # The hands of the last deal, each with all its cards, played or not.
        decks.append(states["hands"]["card"].tolist())
    assert decks[0] == decks[1] == decks[2]


def test_who_is_looked_at_sits_in_every_seat_once() -> None:
    """One among copies of itself is as good as they are: the sum over its seats is the table's."""
    tournament = luz("rules", "novice")
    assert tournament.tables[:2] == (TableOf("rules", "rules"), TableOf("novice", "novice"))
    assert set(tournament.tables[2:]) == {TableOf("rules", "novice"), TableOf("novice", "rules")}
    assert [tournament.games(table) for table in tournament.tables] == [1, 1, 3, 3]
    # `rules` uses no dice: so its seats give in three games what they give in one.
    alone = play_deals(tournament, TableOf("rules", "rules"), 0, 20)
    among = play_deals(tournament, TableOf("rules", "casual"), 0, 20)
    assert alone[:, SCORE].tolist() == among[:, SCORE].tolist()


def test_rows_do_not_depend_on_how_the_work_is_cut() -> None:
    tournament = luz("novice", f"{PLAIN}Chancy")
    for table in tournament.tables:
        whole = play_deals(tournament, table, 0, 6)
        parts = [play_deals(tournament, table, first, 2) for first in (0, 2, 4)]
        assert np.concatenate(parts).tolist() == whole.tolist()


def test_many_games_are_one_call_for_a_policy_that_can() -> None:
    plain.asked.clear()
    play_deals(luz(f"{PLAIN}Highest"), TableOf(f"{PLAIN}Highest", f"{PLAIN}Highest"), 0, 16)
    assert set(plain.asked) == {16}
    assert len(plain.asked) == 3 * 11  # moves of a game


def test_a_bot_that_looks_back_sees_what_its_seat_saw() -> None:
    plain.looked_back.clear()
    name = f"{PLAIN}BACKWARD"
    rows = play_deals(luz(name), TableOf(name, name), 0, 1)
    assert plain.looked_back == list(range(33))
    lowest = f"{PLAIN}lowest"
    assert rows.tolist() == play_deals(luz(lowest), TableOf(lowest, lowest), 0, 1).tolist()


def test_the_ladder_stands_and_the_next_level_is_surely_better() -> None:
    found = standings(luz("novice", "rules", "random"), 60)
    assert list(found.ratings()) == ["rules", "novice", "random"]
    for who, than in (("rules", "novice"), ("novice", "random")):
        assert found.difference(who, than).sure
        assert not found.difference(than, who).sure
    low, high = found.ratings()["novice"].interval
    assert low < found.ratings()["novice"].value < high


def test_where_all_play_together_tables_are_of_copies() -> None:
    options = LEVEL10.options(players=2, pauses=0, open_counts=True)
    copies = Tournament(LEVEL10, options, ("random", "rules"))
    assert copies.tables == (TableOf("random", "random"), TableOf("rules", "rules"))
    assert len(Tournament(LEVEL10, options, ("random", "rules"), mixed=True).tables) == 4
    found = standings(copies, 40)
    assert found.difference("rules", "random").sure
    won = copies.measures[0]
    assert won.name == "win_rate"
    assert found.estimate(TableOf("rules", "rules"), won).value > 0.2


def test_seats_of_one_deal_are_one_observation() -> None:
    """Three seats that always score the same tell no more than one."""
    estimate = over_deals(np.array([1.0, 3.0, 5.0, 7.0]))
    assert estimate.value == 4.0
    low, high = estimate.interval
    assert (high - low) / 2 == pytest.approx(1.96 * np.std([1, 3, 5, 7], ddof=1) / 2, rel=1e-3)


def test_ratings_give_back_the_odds() -> None:
    ahead = np.array([[0.0, 9_000.0], [1_000.0, 0.0]])
    strong, weak = _bradley_terry(ahead)
    assert strong - weak == pytest.approx(400 * np.log10(9), abs=1)
    assert (strong + weak) / 2 == pytest.approx(1000)


def test_one_deal_says_nothing_of_how_sure_a_rating_is() -> None:
    for deals, known in ((1, False), (2, True)):
        ratings = standings(luz("random", "rules"), deals).ratings()
        assert list(ratings) == ["rules", "random"]
        assert all((one.interval[0] is not None) == known for one in ratings.values())


# --- among one bot alone -----------------------------------------------------------------


def test_among_one_bot_only_its_tables_are_played() -> None:
    options = LUZ.options(SMALL)
    some = checked(Tournament(LUZ, options, ("novice", "random"), among="casual"))
    assert (some.bots, some.among) == (("novice", "random", "rules"), "rules")
    assert some.tables == (
        TableOf("rules", "rules"), TableOf("novice", "rules"), TableOf("random", "rules"),
    )  # fmt: skip
    assert Tournament.read(some.write()) == some
    found, whole = standings(some, 20), standings(luz("novice", "random", "rules"), 20)
    for table, rows in found.rows.items():
        assert rows.tolist() == whole.rows[table].tolist()
    for who in ("novice", "random"):
        assert found.difference(who, "rules") == whole.difference(who, "rules")
    assert found.ratings() == {}, "who never met cannot be rated"


def test_where_all_play_together_one_sits_among_others() -> None:
    options = LEVEL10.options(players=3, pauses=0, open_counts=True)
    some = checked(Tournament(LEVEL10, options, ("random",), among="rules"))
    assert some.tables == (TableOf("rules", "rules"), TableOf("random", "rules"))
    found = standings(some, 10)
    alone, with_guest = (found.points(table).mean() for table in some.tables)
    assert found.difference("random", "rules").estimate.value == pytest.approx(with_guest - alone)
    assert with_guest < alone


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"bots": ("rules",), "among": "casual"}, "nobody sits among rules"),
        ({"bots": ("novice",), "among": "rules", "mixed": True}, "among and mixed"),
        ({"bots": ("novice",), "among": "clever"}, "no bot 'clever'"),
    ],
)
def test_what_cannot_sit_among_others_is_told(given: dict[str, Any], told: str) -> None:
    with pytest.raises(NotUnderstood, match=told):
        checked(Tournament(LUZ, LUZ.options(SMALL), **given))


def test_alone_nobody_sits_among_others() -> None:
    alone = Tournament(LEVEL10, LEVEL10.options(players=1), ("novice",), among="rules")
    with pytest.raises(NotUnderstood, match="With one player"):
        checked(alone)


# --- with talk -----------------------------------------------------------------------------


def level10(*bots: str, talk: bool, **options: object) -> Tournament:
    agreed = LEVEL10.options({"players": 3, "pauses": 0, **options})
    return checked(Tournament(LEVEL10, agreed, bots, talk=talk))


def test_bots_say_what_they_say_at_a_table() -> None:
    """The same games, played by hand at a table where all that is said is heard."""
    tournament, said = level10("rules", talk=True), []
    its = [player(bot) for bot in tournament.found() * 3]
    rows = play_deals(tournament, tournament.tables[0], 4, 3)
    for row, deal in zip(rows.tolist(), (4, 5, 6), strict=True):
        cards = dice_of_streams(tournament.seed, [deal])[0]
        choices = dice_of_streams(tournament.seed, [_stream(tournament.tables[0], 0, deal)])[0]
        table = TalkingTable(LEVEL10, tournament.options.packed(), its, cards, choices)
        score = LEVEL10.rules.score(tournament.options.packed(), table.play(said.append), Seat(0))
        assert row[SCORE] == 3 * score
    assert {one.said["kind"] for one in said if one.said is not None} >= {"count", "card"}
    silent = play_deals(level10("rules", talk=False), tournament.tables[0], 4, 3)
    assert rows.tolist() != silent.tolist()


def test_a_guest_talks_with_the_others_and_shares_are_those_of_other_processes() -> None:
    some = dataclasses.replace(level10("rules", "novice", talk=True), mixed=True)
    assert not some.compiled
    assert Tournament.read(json.loads(json.dumps(some.write()))) == some
    rows = play_deals(some, TableOf("novice", "rules"), 0, 3)
    again = play_deals(some, TableOf("novice", "rules"), 1, 2)
    assert rows[1:].tolist() == again.tolist()


@pytest.mark.parametrize(
    ("talks", "told"),
    [
        (Tournament(LUZ, LUZ.options(SMALL), ("rules",), talk=True), "In Luz nobody talks"),
        (Tournament(LEVEL10, LEVEL10.options(players=1), ("rules",), talk=True), "With one player"),
        (
            Tournament(
                LEVEL10, LEVEL10.options(players=2), ("tests.lab.test_tournament:BACK",), talk=True
            ),
            "looks back",
        ),
    ],
)
def test_who_cannot_talk_is_told(talks: Tournament, told: str) -> None:
    with pytest.raises(NotUnderstood, match=told):
        checked(talks)


BACK = Bot("back", lambda o, v, dice, history: 0, history=True)


@pytest.mark.parametrize("first", [True, False])
def test_results_with_talk_and_without_are_not_mixed(tmp_path: Path, first: bool) -> None:
    path = tmp_path / "results.jsonl"
    shares.Results(level10("rules", talk=first), path)
    shares.Results(level10("novice", talk=first), path)
    with pytest.raises(NotUnderstood, match=r"\(talk differs\)"):
        shares.Results(level10("rules", talk=not first), path)


# --- kept, and gone on with --------------------------------------------------------------


def test_a_second_run_goes_on_and_ends_where_one_run_does(tmp_path: Path) -> None:
    tournament, path = luz("rules", "novice"), tmp_path / "results.jsonl"
    assert shares.play(tournament, shares.Results(tournament, path), 30)
    text = path.read_text()
    path.write_text(text[:-20])  # stopped while a line was written
    again = shares.Results(tournament, path)
    missing = again.missing(60)
    assert 0 < sum(share.count for share in missing) < 4 * 60
    assert shares.play(tournament, again, 60)
    read = shares.Results(tournament, path)
    assert read.missing(60) == []
    whole = standings(tournament, 60)
    assert {t: rows.tolist() for t, rows in read.rows(60).items()} == {
        t: rows.tolist() for t, rows in whole.rows.items()
    }


def test_more_bots_may_join_later(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    shares.play(luz("rules"), shares.Results(luz("rules"), path), 10)
    joined = luz("rules", "random")
    left = {share.table for share in shares.Results(joined, path).missing(10)}
    assert left == set(joined.tables) - {TableOf("rules", "rules")}


def test_a_tournament_may_go_on_from_tables_among_one_bot(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    some = checked(Tournament(LUZ, LUZ.options(SMALL), ("novice",), among="rules"))
    assert shares.play(some, shares.Results(some, path), 10)
    left = {share.table for share in shares.Results(luz("novice", "rules"), path).missing(10)}
    assert left == {TableOf("novice", "novice"), TableOf("rules", "novice")}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("hello\n", "is no file of a tournament"),
        ("\ud800", "is no file of a tournament"),
        ('{"a": 1}\n', "is no file of a tournament"),
        (None, "of another tournament \\(options differs\\)"),
    ],
)
def test_another_file_is_not_gone_on_with(tmp_path: Path, content: str | None, told: str) -> None:
    path = tmp_path / "results.jsonl"
    if content is None:
        shares.Results(luz("rules", players=4), path)
    else:
        path.write_bytes(content.encode(errors="surrogatepass"))  # one is no UTF-8
    with pytest.raises(NotUnderstood, match=told):
        shares.Results(luz("rules"), path)


def test_a_place_for_no_file_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(NotUnderstood, match=r"cannot be used: Is a directory\.$"):
        shares.Results(luz("rules"), tmp_path)
    nowhere = tmp_path / "link"
    nowhere.symlink_to(tmp_path / "no" / "results.jsonl")
    with pytest.raises(NotUnderstood, match=r"link cannot be written: No such file"):
        shares.Results(luz("rules"), nowhere)


def test_other_code_makes_other_results(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    shares.Results(luz("rules"), path)
    head = json.loads(path.read_text())
    path.write_text(json.dumps({**head, "code": "0.0.0 old"}) + "\n")
    with pytest.raises(NotUnderstood, match="code differs"):
        shares.Results(luz("rules"), path)


def test_an_interrupt_keeps_what_is_finished(tmp_path: Path) -> None:
    tournament, path = luz("novice", "random"), tmp_path / "results.jsonl"

    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    assert not shares.play(tournament, shares.Results(tournament, path), 400, watch=stop)
    kept = shares.Results(tournament, path)
    assert 0 < sum(share.count for share in kept.missing(400)) < 4 * 400


@pytest.mark.usefixtures("processes_at_once")
def test_plain_bots_play_in_processes_as_they_do_here() -> None:
    tournament = luz(f"{PLAIN}lowest", "novice")
    there = standings(tournament, 20)  # two workers
    for table, rows in there.rows.items():
        assert rows.tolist() == play_deals(tournament, table, 0, 20).tolist()


# --- bots that change --------------------------------------------------------------------


def weights(path: Path, turned: bool) -> str:
    """An expert's weights in a file: those that ship, or nonsense made of them."""
    with np.load(LUZ.folder / "bots" / "expert.npz") as kept:
        np.savez(path, **{name: kept[name][:: -1 if turned else 1] for name in kept.files})
    return str(path)


def test_results_of_other_weights_are_not_gone_on_with(tmp_path: Path) -> None:
    path, bot = tmp_path / "results.jsonl", weights(tmp_path / "one.npz", turned=False)
    shares.play(luz("rules", bot), shares.Results(luz("rules", bot), path), 2)
    assert shares.Results(luz("rules", bot), path).missing(2) == []
    weights(tmp_path / "one.npz", turned=True)
    with pytest.raises(NotUnderstood, match=r"were played by another .*one.npz: its weights"):
        shares.Results(luz("rules", bot), path)
    shares.Results(luz("rules"), path)  # of no concern to others


def test_one_who_joins_later_is_held_to_its_weights_too(tmp_path: Path) -> None:
    path, bot = tmp_path / "results.jsonl", weights(tmp_path / "one.npz", turned=False)
    shares.Results(luz("rules"), path)
    shares.Results(luz("rules", bot), path)
    weights(tmp_path / "one.npz", turned=True)
    with pytest.raises(NotUnderstood, match="were played by another"):
        shares.Results(luz(bot), path)


def test_weights_that_change_while_they_play_end_the_run(tmp_path: Path) -> None:
    path, bot = tmp_path / "results.jsonl", weights(tmp_path / "one.npz", turned=False)
    tournament = luz(bot)

    def train_on(done: int, total: int) -> None:
        if done:
            weights(tmp_path / "one.npz", turned=True)

    results = shares.Results(tournament, path)
    with pytest.raises(NotUnderstood, match=r"one.npz has changed while it played"):
        shares.play(tournament, results, 40, at_once=1, watch=train_on)
    weights(tmp_path / "one.npz", turned=False)
    assert 0 < sum(share.count for share in shares.Results(tournament, path).missing(40)) < 40


def test_a_changed_module_is_another_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = Path(plain.__file__).read_text()
    Path("fickle.py").write_text(text)
    shares.Results(luz("fickle:lowest"), tmp_path / "results.jsonl")
    line = "from tenluz.lab import shares; from tests.lab.test_tournament import luz; "
    line += "import pathlib; shares.Results(luz('fickle:lowest'), pathlib.Path('results.jsonl'))"
    Path("fickle.py").write_text(f"{text}\n# another\n")
    ran = subprocess.run(
        [sys.executable, "-c", line],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "were played by another fickle:lowest" in ran.stderr


def test_the_bots_that_ship_have_a_version_by_their_weights() -> None:
    found = {bot.name: bot.version for bot in luz("rules", "expert", "champion").found()}
    assert found["expert"] == found["champion"] != ""
    assert found["rules"] == ""
