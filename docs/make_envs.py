"""Write the tables of docs/envs.md: what actions do, and what observations are made of.

python docs/make_envs.py            writes them, between their marks
python docs/make_envs.py --check    fails if they are not fresh
"""

import sys
from pathlib import Path

from tenluz.engine import catalogue
from tenluz.envs.encoding import Block, encoding
from tenluz.envs.environment import environment
from tenluz.envs.step import steps

OURS = [name for name, at in catalogue.packages().items() if at.startswith(catalogue.HERE)]
TARGET = Path(__file__).resolve().parent / "envs.md"


def written() -> str:
    """The whole file, its tables made anew."""
    text = TARGET.read_text(encoding="utf-8")
    for name in OURS:
        for kind, made in (("actions", actions(name)), ("observations", observations(name))):
            text = _between(text, f"{name} {kind}", made)
    return text


def actions(name: str) -> str:
    """A row for each kind of action."""
    rows = ["| numbers | what they do | in order |", "| --- | --- | --- |"]
    for meaning in steps(catalogue.game_named(name)).meanings:
        first, last = meaning.numbers[0], meaning.numbers[-1]
        numbers = f"{first}" if first == last else f"{first} – {last}"
        rows.append(f"| {numbers} | {meaning.about} | {meaning.what} |")
    return "\n".join(rows)


def observations(name: str) -> str:
    """A row for each block, with the default options of environments."""
    game = catalogue.game_named(name)
    encoded = encoding(game, game.options(environment(game).defaults))
    rows = [
        "| block | from, to | shape | values | what it says |",
        "| --- | --- | --- | --- | --- |",
    ]
    for block in encoded.blocks:
        here = encoded.slices[block.name]
        shape = " × ".join(map(str, block.shape))
        rows.append(
            f"| `{block.name}` | {here.start}, {here.stop} | {shape} | {_values(block)} "
            f"| {block.about} |"
        )
    return "\n".join(rows)


def _values(block: Block) -> str:
    return f"{block.low} – {block.high}".replace("-", "−")


def _between(text: str, mark: str, made: str) -> str:
    """The text with what lies between two marks replaced."""
    begin, end = f"<!-- {mark}: made by docs/make_envs.py -->", f"<!-- end of {mark} -->"
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise SystemExit(f"{TARGET.name} has no place for {mark}: {begin} ... {end}")
    return f"{before}{begin}\n{made}\n{end}{after}"


def main() -> int:
    text = written()
    if "--check" in sys.argv[1:]:
        fresh = TARGET.read_text(encoding="utf-8") == text
        if not fresh:
            print(f"{TARGET.name} is not fresh: run docs/make_envs.py", file=sys.stderr)
        return 0 if fresh else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
