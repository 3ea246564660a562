"""python -m tests.perft: count move sequences, and compare with the table checked in.

--write    make the table anew: only when the rules have changed on purpose
"""

import sys
import time

from tests.perft.lines import LINES, Line, Split, difference, expected, split, total, write


def report(line: Line, known: Split | None, found: Split) -> bool:
    """Print a line and whether it is as the table says; if not, by first move."""
    sequences, games = total(found)
    fine = found == known
    print(f"{sequences:>12,} {games:>12,}  {'ok' if fine else 'WRONG'}  {line.name}")
    if known is None:
        print("    not in the table: python -m tests.perft --write")
    elif not fine:
        print("\n".join(difference(known, found)))
    return fine


def main(arguments: list[str]) -> int:
    """The exit status: 0 when all counts are right."""
    began = time.perf_counter()
    print(f"{'sequences':>12} {'whole games':>12}")
    if arguments == ["--write"]:
        table = {line.name: split(line) for line in LINES}
        write(table)
    elif arguments:
        print(__doc__)
        return 2
    else:
        table = expected()
    wrong = 0
    for line in LINES:
        found = table[line.name] if arguments else split(line)
        wrong += not report(line, table.get(line.name), found)
    print(f"{len(LINES)} lines, {wrong} wrong, {time.perf_counter() - began:.1f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
