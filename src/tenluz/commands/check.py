"""`tenluz check`: records from files or standard input, one line of JSON for each."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated

import typer

LINES = (".jsonl", ".ndjson")  # one record a line
MANY = 500  # records, before a progress bar is worth its room
STANDARD_INPUT = "-"


def check(
    context: typer.Context,
    files: Annotated[
        list[str] | None,
        typer.Argument(
            help="Records: .json (one), .jsonl (one a line), or - for standard input.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Play records through the rules, and print one line of JSON for each.

    Ends with status 1 if a record does not hold to the rules or cannot be read.
    """
    if not files:
        if sys.stdin.isatty():
            typer.echo(context.get_help())
            raise typer.Exit(2)
        files = [STANDARD_INPUT]
    with _progress(files) as progress:
        fine = [_check_file(name, progress, several=len(files) > 1) for name in files]
    if not all(fine):
        raise typer.Exit(1)


def _check_file(name: str, progress: Callable[[int], None], *, several: bool) -> bool:
    """Check the records of one file; whether all of them are fine."""
    from tenluz.lab.checking import Fault, check

    title = "standard input" if name == STANDARD_INPUT else name
    fine = True
    found = False
    try:
        for line, text in _records(name):
            found = True
            result = check(text)
            if not result["ok"]:
                fine = False
                where = [title] * several + [f"line {line}"] * (line > 0)
                result["why"] = ": ".join([", ".join(where)] * bool(where) + [result["why"]])
            print(json.dumps(result), flush=True)
            progress(len(text))
    except BrokenPipeError:
        raise  # of our output, not of the file
    except OSError as error:
        unread = Fault(-1, None, f"{title}: {error.strerror or error}.")
        print(json.dumps(unread.to_json()), flush=True)
        return False
    if not found:
        print(f"tenluz: {title} holds no records.", file=sys.stderr)
    return fine


# --- where records lie ---------------------------------------------------------------------


def _records(name: str) -> Iterator[tuple[int, bytes]]:
    """The records of a file as they are written, each with its line; 0 for a whole file."""
    if name == STANDARD_INPUT:
        yield from _one_or_lines(sys.stdin.buffer)
        return
    with Path(name).open("rb") as file:
        suffix = Path(name).suffix.lower()
        if suffix == ".json":
            yield 0, file.read()
        elif suffix in LINES:
            yield from _lines(file)
        else:
            yield from _one_or_lines(file)


def _lines(file: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(file, 1):
        if line.strip():
            yield number, line


def _one_or_lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """One record laid out over many lines, or one record a line: the first line tells.

    Where that line is damaged, other lines that are whole objects tell.
    """
    blank = 0
    for first in file:
        if first.strip():
            break
        blank += 1
    else:
        return
    if _is_json(first):
        yield blank + 1, first
        yield from ((blank + 1 + number, line) for number, line in _lines(file))
        return
    rest = file.read()
    lines = rest.splitlines(keepends=True)
    whole = first + rest
    if _is_json(whole) or not any(line.lstrip()[:1] == b"{" and _is_json(line) for line in lines):
        yield 0, whole
    else:
        yield from ((blank + number, line) for number, line in _lines([first, *lines]))


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


# --- how far it has come -------------------------------------------------------------------


@contextmanager
def _progress(files: list[str]) -> Iterator[Callable[[int], None]]:
    """A function to call with the size of each record read.

    It draws a bar where somebody watches and the results themselves go elsewhere.
    """
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield lambda size: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn("{task.fields[records]:,} records"),
        BarColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # results go where they were sent
        redirect_stderr=False,
    )
    task = bar.add_task("", total=_size(files), records=0)
    records = done = 0

    def count(size: int) -> None:
        nonlocal records, done
        records += 1
        done += size
        if records == MANY:
            bar.start()
        if records % 100 == 0:
            bar.update(task, completed=done, records=records)

    try:
        yield count
    finally:
        if records >= MANY:
            bar.stop()


def _size(files: list[str]) -> int | None:
    """How many bytes there are to read, where that is known beforehand."""
    try:
        return sum(os.stat(name).st_size for name in files)
    except OSError:  # standard input, or a file that is not there
        return None
