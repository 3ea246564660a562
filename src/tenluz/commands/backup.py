"""`tenluz backup` and `tenluz restore`: all that a server keeps, in one file, and back again."""

from pathlib import Path
from typing import Annotated

import typer

from tenluz.commands.data_folder import Data, Database, own_folder


def backup(
    file: Annotated[
        Path | None,
        typer.Argument(help="The file to write.", show_default="tenluz-DATE-TIME.tar.gz, here"),
    ] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Copy all tables and the key into one file, even while the server is running.

    The copy is a consistent snapshot. Keep it safe: anyone who has it can read the hidden cards
    of running games and impersonate your guests.
    """
    import sys
    import time

    from tenluz.engine.errors import NotUnderstood
    from tenluz.server.backup import back_up

    if database and data is None:
        from tenluz.server.postgres import place

        raise NotUnderstood(
            f"The tables are in PostgreSQL at {place(database)}, whose own program copies them: "
            "pg_dump --format=custom --file=FILE URL. --data FOLDER copies a folder."
        )
    made = file or Path(time.strftime("tenluz-%Y-%m-%d-%H%M%S.tar.gz"))
    hidden = not sys.stderr.isatty()
    with typer.progressbar(length=100, label="Copying", file=sys.stderr, hidden=hidden) as bar:
        kept = back_up(
            data or own_folder(), made, lambda share: bar.update(int(100 * share) - bar.pos)
        )
    typer.echo(f"{made}: {_summary(kept)}")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `tenluz backup` has written.")],
    data: Data = None,
) -> None:
    """Put a backup into an empty folder; a server started there continues from it."""
    from tenluz.server.backup import restore as put_back

    folder = data or own_folder()
    kept = put_back(file, folder)
    typer.echo(f"{folder}: {_summary(kept)}. Continue with: tenluz serve --data {folder}")


def _summary(kept: tuple[int, int]) -> str:
    return f"{kept[0]} {'table' if kept[0] == 1 else 'tables'}, {kept[1]} entries of their logs"
