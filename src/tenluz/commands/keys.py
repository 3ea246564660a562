"""`tenluz keys`: the keys that sign cookies and links. None of them is ever shown."""

from typing import TYPE_CHECKING, Annotated

import typer

from tenluz.commands.data_folder import Data, Database, own_folder

if TYPE_CHECKING:
    from tenluz.server.keys import KeyRing

keys = typer.Typer(
    help="The keys that sign cookies: list them, or change to a new one.", no_args_is_help=True
)


@keys.command("list")
def list_keys(data: Data = None, database: Database = None) -> None:
    """List the keys, and when each expires. Changes nothing."""
    from tenluz.server import data_folder, postgres

    kept = postgres.kept_keys(database) if database else data_folder.kept_keys(data or own_folder())
    _show(kept)


@keys.command()
def rotate(
    data: Data = None,
    database: Database = None,
    keep_days: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=3650,
            metavar="DAYS",
            help="How long cookies signed with older keys stay valid. 0 if somebody else may have "
            "a key: all guests are then signed out.",
            show_default="365, as long as a cookie lives",
        ),
    ] = None,
) -> None:
    """Start signing with a new key. Running servers pick it up within seconds.

    Nobody is signed out: a cookie signed with an older key is replaced when its owner comes. A
    PostgreSQL of an older version is upgraded first, as by `tenluz db upgrade`.
    """
    from tenluz.server import data_folder, postgres
    from tenluz.server.keys import DAY, KEEP_DAYS

    keep = (KEEP_DAYS if keep_days is None else keep_days) * DAY
    if database:
        _show(postgres.rotate_key(database, keep))
    else:
        _show(data_folder.rotate_key(data or own_folder(), keep))


def _show(ring: "KeyRing") -> None:
    import time

    def day(at: float) -> str:
        return time.strftime("%Y-%m-%d", time.gmtime(at))

    for key in ring.keys:
        made = f"made {day(key.made)}" if key.made else "the first"
        if key.until is None:
            print(f"{key.id}  {made}, signs")
        else:
            past = key.until <= time.time()
            print(f"{key.id}  {made}, {'expired' if past else 'valid until'} {day(key.until)}")
