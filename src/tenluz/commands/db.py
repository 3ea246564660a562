"""`tenluz db`: what is done to a server's database while it does not serve, or beside it."""

import typer

from tenluz.commands.data_folder import Data, Database, own_folder

db = typer.Typer(
    help="A server's database: upgrade its schema, copy it to PostgreSQL.",
    no_args_is_help=True,
)


@db.command()
def upgrade(data: Data = None, database: Database = None) -> None:
    """Upgrade a database's schema to what this version needs.

    A server does the same when it starts. On PostgreSQL other servers may keep running meanwhile,
    as long as they are of the previous version.
    """
    from tenluz.server.postgres import place, upgrade_postgres
    from tenluz.server.schema import NEWEST
    from tenluz.server.sqlite_store import upgrade_file

    if database:
        before, where = upgrade_postgres(database), f"PostgreSQL at {place(database)}"
    else:
        folder = data or own_folder()
        before, where = upgrade_file(folder), str(folder)
    if before == NEWEST:
        print(f"The database is up to date ({NEWEST}): {where}")
    elif before is None:
        print(f"A new database ({NEWEST}): {where}")
    else:
        print(f"Upgraded from {before} to {NEWEST}: {where}")


@db.command()
def copy(data: Data = None, database: Database = None) -> None:
    """Copy all tables of a folder to an empty PostgreSQL, with the key that signs cookies.

    Stop the server of that folder first. The folder keeps all it has; if it is of an older
    version, it is upgraded before.
    """
    from tenluz.engine.errors import NotUnderstood
    from tenluz.server.copy_tables import copy_tables
    from tenluz.server.postgres import place

    if not database:
        raise NotUnderstood("Say where to: --database postgresql://USER@HOST/NAME")
    folder = data or own_folder()
    done = copy_tables(folder, database)
    print(
        f"Copied {done.tables:,} tables ({done.unfinished:,} of them not over) with "
        f"{done.entries:,} entries, and the key, to PostgreSQL at {place(database)}"
    )
    print(f"Serve them with the same --database. {folder} keeps all it had.")
