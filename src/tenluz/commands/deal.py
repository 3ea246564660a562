"""`tenluz deal`: the deck or decks of a seed, by the published shuffle."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from tenluz.commands.options import ABOUT, read_options

if TYPE_CHECKING:
    from tenluz.engine.options import Options


def deal(
    game: Annotated[str, typer.Argument(help="The game: `tenluz games` lists them.")],
    players: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help=ABOUT)] = None,
    seed: Annotated[
        str | None, typer.Option(help="64 hexadecimal digits; without them, a new seed.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a record without moves instead.")
    ] = False,
) -> None:
    """Deal cards from a seed: the same seed and options always give the same cards."""
    from tenluz.engine import shuffle
    from tenluz.engine.errors import NotUnderstood
    from tenluz.engine.record import GameRecord

    found, options = read_options(
        game,
        players=players,
        option=option or (),
    )
    try:
        chosen = shuffle.new_seed() if seed is None else shuffle.parse_seed(seed)
    except ValueError as error:
        text = str(error)
        raise NotUnderstood(f"{text[0].upper()}{text[1:]}.") from None
    record = GameRecord(found, options, [], found.first_from_seed(options, chosen), [], chosen)
    if as_json:
        typer.echo(json.dumps(record.to_json()))
    else:
        cut = found.cut_card(options)
        mark = None if cut is None else found.card_name(cut)
        for line in _lines(record.to_json(), found.title, options, mark):
            typer.echo(line)


def _lines(record: dict[str, object], title: str, options: "Options", cut: str | None) -> list[str]:
    """A deal for people: each line a hand, or what is left. A cut ends the hands."""
    players = options.players
    decks = record.get("decks") or [record["deck"]]
    assert isinstance(decks, list)
    assert isinstance(record["options"], dict)
    agreed = ", ".join(f"{name} {value}" for name, value in record["options"].items())
    lines = [f"{title}: {agreed}", f"Seed {record['seed']}"]
    if "first" in record and players > 1:
        lines.append(f"First: seat {record['first']}")
    for number, deck in enumerate(decks, 1):
        if len(decks) > 1:
            lines += ["", f"Deal {number}"]
        hand = options.hand if cut is None else deck.index(cut) // players
        lines += [
            f"Seat {seat}: {' '.join(deck[seat * hand : (seat + 1) * hand])}"
            for seat in range(players)
        ]
        rest = [card for card in deck[players * hand :] if card != cut]
        lines.append(f"Rest, top first: {' '.join(rest)}" if rest else "Rest: nothing")
    return lines
