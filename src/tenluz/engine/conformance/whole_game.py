"""A game as a whole: its declarations, options and decks, its end, and its record."""

import json
from collections.abc import Sequence

import numpy as np

from tenluz.engine import catalogue
from tenluz.engine.conformance.case import Case
from tenluz.engine.conformance.position import check_undealt
from tenluz.engine.dice import new_dice
from tenluz.engine.game import DEAL, MOST_SEATS, MOVES, NO_SEAT
from tenluz.engine.match import Match
from tenluz.engine.plain import bytes_of
from tenluz.engine.record import GameRecord
from tenluz.engine.types import StateRecord, Word


def check_declarations(case: Case) -> None:
    """What holds for every table."""
    game = case.game
    for kind, named in [(game.state_type, "state_type"), (game.view_type, "view_type")]:
        table = kind["table"] if "table" in (kind.names or ()) else None
        missing = {"phase", "seat", "first"} - set(table.names or () if table else ())
        case.expect(
            not missing,
            f"`{named}` has no `table` with {', '.join(sorted(missing))}",
            "rules/state.py, rules/view.py",
        )
    case.expect(game.moves_end <= MOVES, f"`moves_end` is over {MOVES}", "rules/moves.py")
    codes = [reason.code for reason in game.reasons]
    case.expect(len(codes) == len(set(codes)), f"`reasons` has a code twice: {codes}", "reasons")
    case.expect(
        game.options().players <= MOST_SEATS,
        f"a table has at most {MOST_SEATS} seats",
        "rules/options.py: `players`",
    )


def check_options(case: Case) -> None:
    """Options can be written and read; decks hold every card, with names to tell them apart."""
    game, chosen = case.game, case.chosen
    written = chosen.write()
    case.expect(
        game.options(json.loads(json.dumps(written))) == chosen,
        f"options written as {written} are read as {game.options(written)}",
        "rules/options.py: `complete` must give the same for what it has filled in",
    )
    deck, cut = game.deck(chosen), game.cut_card(chosen)
    ways = game.ways_to_deal(chosen)
    case.expect(
        (len(ways) == 1 and cut is None) or (cut is not None and deck.count(cut) == 1),
        "a deck has one `cut_card` where there are several `ways_to_deal`, else none",
        "cut_card, deck",
    )
    shuffled = game.shuffled_deck(chosen, bytes(32), 0)
    case.expect(
        sorted(shuffled) == sorted(deck),
        "the shuffled deck does not hold the cards of the deck",
        "shuffled_deck, or deck",
    )
    names = {card: game.card_name(card) for card in deck}
    case.expect(
        len(set(names.values())) == len(names),
        f"two cards have the same name: {sorted(names.values())}",
        "card_name",
    )
    dealt, cards = max(map(sum, ways)), len(deck) - (cut is not None)
    case.expect(
        dealt <= cards,
        f"{dealt} cards are dealt from a deck of {cards}",
        "dealt, ways_to_deal, or rules/options.py: refuse such sizes",
    )
    _check_deals_by_dice(case, deck)


def _check_deals_by_dice(case: Case, deck: Sequence[int]) -> None:
    """Simulations shuffle and deal in one go: the same as one after the other."""
    rules, o = case.game.rules, case.chosen.packed()
    one, other = case.game.new_state(o), case.game.new_state(o)
    check_undealt(case, o, one)
    cards = np.array(deck, np.int64)
    first = int(rules.shuffle(o, one, new_dice(case.seed), cards))
    case.expect(
        sorted(cards.tolist()) == sorted(deck),
        "the deck of `shuffle` does not hold the cards of the deck",
        "rules.shuffle",
    )
    case.expect(
        NO_SEAT <= first < case.chosen.players,
        f"`shuffle` says that seat {first} is first",
        "rules.shuffle",
    )
    rules.deal(o, one, cards, first)
    rules.deal_at_random(o, other, new_dice(case.seed))
    case.expect(
        bytes_of(one) == bytes_of(other),
        "`deal_at_random` is not `shuffle` and then `deal` with the same dice",
        "rules.deal_at_random",
    )


def begun(case: Case, seed: bytes) -> Match:
    """A match with its first deal made."""
    match = Match(case.game, case.chosen, seed)
    case.expect(
        not match.undealt,
        "after a deal the rules still wait for one (phase 0)",
        "rules.deal",
    )
    return match


def check_end(case: Case, match: Match) -> None:
    """A finished game has a result within its bounds, and nobody can move."""
    game, o, state = case.game, match.packed, match.state
    case.expect(match.moves() == [], "there are legal moves after the end", "rules.legal")
    for viewer in case.viewers:
        found = game.rules.choices(o, match.view(viewer))
        case.expect(found == (0, 0), f"`choices` of {viewer} after the end", "rules.choices")
    outcome = match.outcome()
    counted = [int(game.rules.score(o, state, seat)) for seat in range(case.chosen.players)]
    case.expect(
        list(outcome.scores) == counted,
        f"`outcome` has the scores {list(outcome.scores)}, and `score` gives {counted}",
        "outcome, or rules.score",
    )
    low, high = game.score_range(case.chosen)
    case.expect(
        all(low <= score <= high for score in counted),
        f"scores {counted} are not all within `score_range`, {low} to {high}",
        "score_range, or rules.score",
    )
    try:
        json.dumps(outcome.to_json(), allow_nan=False)
    except (TypeError, ValueError) as error:
        case.fail(f"the outcome cannot be written as JSON: {error}", "outcome: its `to_json`")


def check_record(case: Case, match: Match) -> None:
    """The record of a game leads to the same state, byte for byte."""
    game, record = case.game, match.record
    written = json.loads(json.dumps(record.to_json()))
    if game.name in catalogue.names() and catalogue.game_named(game.name) is game:
        read = GameRecord.from_json(written)
        case.expect(
            (read.decks, read.moves, read.first) == (record.decks, record.moves, record.first),
            "a record is not the same after it was written and read",
            "card_name and deck; `first` of the table",
        )
    for turn in record.moves:
        again = game.write_turn(game.read_turn(turn))
        case.expect(
            again == turn,
            f"the turn {turn!r} is read, and written as {again!r}",
            "read_turn, or write_turn",
        )
    state = _replayed(case, match)
    case.expect(
        bytes_of(state) == bytes_of(match.state),
        f"the record leads to another state than the game: {record.moves}",
        "word and write_turn (does the record tell all?), or rules.turn against rules.apply",
    )


def _replayed(case: Case, match: Match) -> StateRecord:
    game, o, record = case.game, match.packed, match.record
    state, decks = game.new_state(o), iter(record.decks)

    def deal() -> None:
        if state.table.phase == DEAL:
            game.rules.deal(o, state, np.array(next(decks), np.int64), record.first)

    for at, turn in enumerate(record.moves):
        deal()
        words = np.array(game.read_turn(turn), np.int64)
        stuck = game.rules.turn(o, state, words, 0, len(words))
        if stuck != -1:
            why = game.why_not_word(o, state, Word(int(words[stuck])))
            case.fail(
                f"turn {at} of the record, {turn!r}, was made and is refused: {why}",
                "rules.turn, or word and read_turn",
            )
    deal()
    return state
