"""`tenluz operator`: the way into a server's page for its operator."""

from pathlib import Path
from typing import Annotated

import typer

from tenluz.commands.data_folder import Data, own_folder

operator = typer.Typer(
    help="The operator's page of a server: live tables, load, reports, bans.",
    no_args_is_help=True,
)


@operator.callback()
def _group() -> None:
    """The operator's page of a server: live tables, load, reports, bans."""


@operator.command()
def secret(
    data: Data = None,
    file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Where to keep it instead; give `tenluz serve --operator-secret-file` the same.",
            show_default="operator-secret, in the folder",
        ),
    ] = None,
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Replace the secret, and sign everybody out."),
    ] = False,
) -> None:
    """Make the secret that opens /operator, and print it once.

    A server has that page while the file exists, even one that is already running.
    """
    import os

    from tenluz.engine.errors import NotUnderstood
    from tenluz.server.operator_session import new_secret
    from tenluz.server.settings import ServerSettings

    if data is None and file is None and os.environ.get("TENLUZ_DATABASE"):
        raise NotUnderstood(
            "TENLUZ_DATABASE is set. A server on PostgreSQL looks for the secret in its --data "
            "folder, or in the file that its --operator-secret-file names: give that folder with "
            "--data, or that file with --file."
        )
    settings = ServerSettings(data or own_folder(), operator_secret_file=file)
    print(new_secret(settings.operator_file, replace=replace))
    typer.echo(
        f"Kept in {settings.operator_file}, readable by its owner alone. Sign in at /operator of "
        "your server. Delete the file to close that page.",
        err=True,
    )
