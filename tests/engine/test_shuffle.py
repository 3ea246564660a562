"""The published shuffle gives what docs/shuffle.md says, evenly, and refuses what is not a seed."""

import hashlib
import itertools
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenluz.engine import shuffle

DOCUMENT = (Path(__file__).parents[2] / "docs" / "shuffle.md").read_text(encoding="utf-8")
ZERO = bytes(32)
seeds = st.binary(min_size=32, max_size=32)


def level10_cards(size: int) -> list[str]:
    levels = [f"{world}{value}" for world in "DFSVM" for value in range(1, 9)]
    return levels + ["P"] * (size - len(levels))


def luz_cards(size: int) -> list[str]:
    return [f"{colour}{value}" for colour in "RYGBP" for value in range(1, size // 5 + 1)]


CARDS = {"level10": level10_cards, "luz": luz_cards}


Deck = tuple[bytes, str, int, int, list[str]]  # seed, game, size, deal, cards
Other = tuple[bytes, str, list[str]]  # seed, "block" or "first", values


def read_vectors() -> tuple[list[Deck], list[Other]]:
    """The document's test vectors."""
    decks: list[Deck] = []
    others: list[Other] = []
    seed = b""
    text = re.search(r"```text\n(.*?)```", DOCUMENT, re.DOTALL)
    assert text is not None
    for line in text[1].splitlines():
        if line.startswith("seed "):
            seed = bytes.fromhex(line.removeprefix("seed "))
        elif ": " in line:
            name, cards = line.split(": ")
            game, size, deal = name.split()
            decks.append((seed, game, int(size), int(deal), cards.split()))
        elif line:
            key, *values = line.split()
            others.append((seed, key, values))
    return decks, others


DECKS, OTHERS = read_vectors()


def rewritten(seed: bytes, deal: int, deck: list[str]) -> list[str]:
    """The page once more, by another hand: one long byte string, cut from the front."""
    head = b"tenluz-shuffle-1" + seed + bytes.fromhex(f"{deal:08x}")
    rest = b"".join(hashlib.sha256(head + bytes.fromhex(f"{c:016x}")).digest() for c in range(40))
    for n in range(len(deck), 1, -1):
        while True:
            word, rest = int(rest[:4].hex(), 16), rest[4:]
            if word < 2**32 - 2**32 % n:
                break
        deck[n - 1], deck[word % n] = deck[word % n], deck[n - 1]
    return deck


def test_the_document_has_all_its_vectors() -> None:
    wanted = [("level10", 40, 0), ("level10", 43, 0), *(("luz", 60, deal) for deal in range(4))]
    all_seeds = [ZERO, bytes(range(32)), b"\xff" * 32]
    assert [deck[:4] for deck in DECKS] == [(s, *name) for s in all_seeds for name in wanted]
    assert [other[:2] for other in OTHERS] == [
        (s, k) for s in all_seeds for k in ("block", "first")
    ]


@pytest.mark.parametrize(("seed", "game", "size", "deal", "cards"), DECKS)
def test_decks_are_those_of_the_document(
    seed: bytes, game: str, size: int, deal: int, cards: list[str]
) -> None:
    canonical = CARDS[game](size)
    assert [canonical[place] for place in shuffle.shuffled(seed, deal, size)] == cards
    assert rewritten(seed, deal, canonical) == cards


@pytest.mark.parametrize(("seed", "key", "values"), OTHERS)
def test_blocks_and_first_seats_are_those_of_the_document(
    seed: bytes, key: str, values: list[str]
) -> None:
    if key == "block":
        words = itertools.islice(shuffle.stream(seed, 0), 8)
        assert "".join(f"{word:08x}" for word in words) == values[0]
    else:
        assert [str(shuffle.draw_first(seed, players)) for players in (3, 4, 5)] == values


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_the_documents_javascript_gives_its_vectors() -> None:
    script = re.search(r"```js\n(.*?)```", DOCUMENT, re.DOTALL)
    assert script is not None
    asked = [[seed.hex(), deal, CARDS[game](size)] for seed, game, size, deal, _ in DECKS]
    calls = f"""
        const decks = {json.dumps(asked)}.map(([seed, deal, deck]) =>
            shuffle(Buffer.from(seed, "hex"), deal, deck));
        const firsts = [3, 4, 5].map((n) => below(words(Buffer.alloc(32), 0xFFFFFFFF), n));
        console.log(JSON.stringify([decks, firsts]));"""
    done = subprocess.run(
        ["node", "-e", script[1] + calls], capture_output=True, text=True, check=True, timeout=60
    )
    decks, firsts = json.loads(done.stdout)
    assert decks == [deck[4] for deck in DECKS]
    assert firsts == [shuffle.draw_first(ZERO, players) for players in (3, 4, 5)]


@given(seeds, st.integers(0, 2**32 - 2), st.integers(0, 60))
def test_a_deck_holds_every_card_once_and_always_in_the_same_order(
    seed: bytes, deal: int, size: int
) -> None:
    deck = shuffle.shuffled(seed, deal, size)
    assert sorted(deck) == list(range(size))
    assert deck == shuffle.shuffled(seed, deal, size)
    assert deck == [int(place) for place in rewritten(seed, deal, [str(n) for n in range(size)])]


def test_every_place_takes_every_card_equally_often() -> None:
    """Chi-square over fixed seeds, so that it gives the same number on every run."""
    games, size = 4000, 12
    counts = [[0] * size for _ in range(size)]
    for game in range(games):
        for place, card in enumerate(shuffle.shuffled(game.to_bytes(32, "big"), 0, size)):
            counts[place][card] += 1
    expected = games / size
    chi_square = sum((count - expected) ** 2 / expected for row in counts for count in row)
    # 11 * 11 = 121 degrees of freedom: mean 121, standard deviation 15.6.
    assert 121 - 4 * 15.6 < chi_square < 121 + 4 * 15.6


def test_every_order_of_a_small_deck_comes_equally_often() -> None:
    games = 4800
    counts: dict[tuple[int, ...], int] = dict.fromkeys(itertools.permutations(range(4)), 0)
    for deal in range(games):
        counts[tuple(shuffle.shuffled(ZERO, deal, 4))] += 1
    chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_square < 23 + 4 * 6.8  # 23 degrees of freedom: standard deviation 6.8


def test_every_seat_is_drawn_first_equally_often_z3() -> None:
    """Z-3: a random player has the first-player card at the start."""
    drawn = [shuffle.draw_first(game.to_bytes(32, "big"), 5) for game in range(5000)]
    assert all(900 < drawn.count(seat) < 1100 for seat in range(5))


def test_words_past_the_last_whole_multiple_are_skipped() -> None:
    # 2^32 = 3 * 1431655765 + 1: only the very last word is one too many.
    assert shuffle.below(iter([2**32 - 1, 2**32 - 1, 2**32 - 2]), 3) == 2
    # Below 2^31 + 1 nearly half of all words are refused.
    assert shuffle.below(iter([2**31 + 1, 2**31]), 2**31 + 1) == 2**31
    assert shuffle.below(iter([2**32 - 1]), 2**32) == 2**32 - 1
    assert shuffle.below(iter([7]), 1) == 0


def test_deals_and_the_first_player_have_streams_of_their_own() -> None:
    begin = [
        tuple(itertools.islice(shuffle.stream(ZERO, d), 4)) for d in (0, 1, 2, 3, shuffle.FIRST)
    ]
    assert len(set(begin)) == 5


def test_how_many_cards_are_dealt_has_streams_of_its_own() -> None:
    """As docs/shuffle.md says: counted down from the stream of the first player."""
    for deal in range(3):
        words = shuffle.stream(ZERO, 0xFFFF_FFFE - deal)
        assert shuffle.draw_sizes(ZERO, deal, 10) == shuffle.below(words, 10)
    drawn = [shuffle.draw_sizes(game.to_bytes(32, "big"), 0, 5) for game in range(5000)]
    assert all(900 < drawn.count(way) < 1100 for way in range(5))


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_no_number_can_be_drawn_below(n: int) -> None:
    with pytest.raises(ValueError, match=f"below {n}"):
        shuffle.below(shuffle.stream(ZERO, 0), n)


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_a_seed_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        shuffle.shuffled(bytes(length), 0, 40)


@pytest.mark.parametrize("deal", [-1, 2**32])
def test_a_deal_that_does_not_fit_is_refused(deal: int) -> None:
    with pytest.raises(ValueError, match=f"not {deal}"):
        shuffle.stream(ZERO, deal)


def test_the_first_players_stream_deals_no_cards() -> None:
    with pytest.raises(ValueError, match="first player"):
        shuffle.shuffled(ZERO, shuffle.FIRST, 40)


def test_a_deck_has_no_negative_size() -> None:
    with pytest.raises(ValueError, match="-1 cards"):
        shuffle.shuffled(ZERO, 0, -1)


@given(seeds)
def test_a_seed_is_read_back_from_its_digits(seed: bytes) -> None:
    assert shuffle.parse_seed(seed.hex()) == seed
    assert shuffle.parse_seed(f" {seed.hex().upper()}\n") == seed


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "64 hexadecimal digits; this has 0"),
        ("0" * 63, "64 hexadecimal digits; this has 63"),
        ("0" * 65, "64 hexadecimal digits; this has 65"),
        ("0x" + "0" * 62, "without 'x'"),
        ("00 " * 32, "without ' '"),
        ("٠" * 64, "without '٠'"),
    ],
)
def test_what_is_not_a_seed_is_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        shuffle.parse_seed(text)


def test_new_seeds_are_whole_and_differ() -> None:
    assert len(shuffle.new_seed()) == shuffle.SEED_BYTES
    assert shuffle.new_seed() != shuffle.new_seed()
