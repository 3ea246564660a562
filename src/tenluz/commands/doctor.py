"""`tenluz doctor`: whether a server has what it needs, and what people reach of it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from tenluz.commands.data_folder import Data, Database, own_folder


def doctor(
    data: Data = None,
    database: Database = None,
    public_url: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="The address that people open: it is checked from outside too."
        ),
    ] = None,
    backups: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where the server's backups are: how old is the newest?",
            show_default="where the units in deploy/ put them, if that folder is there",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Check a server's set-up and say what to fix. Changes nothing.

    Ends with status 1 if anything is wrong.
    """
    import itertools
    import json

    from tenluz.server import service_doctor as service
    from tenluz.server.doctor import Finding, look_at, look_at_folder, look_here, mark_of
    from tenluz.server.public_address import read_public_url

    kept: Iterable[Finding]
    if database:
        from tenluz.server.postgres_doctor import look_at_postgres

        kept, mark = look_at_postgres(database)
    else:
        folder = data or own_folder()
        kept, mark = look_at_folder(folder), mark_of(folder)
    copies = service.look_at_backups(backups, service.DUMPS if database else service.BACKUPS)
    outside: Iterable[Finding] = ()
    if public_url:
        public = read_public_url(public_url)
        outside = itertools.chain(service.look_at_nginx(public), look_at(public, mark))
    findings = []
    for finding in itertools.chain(kept, copies, service.look_at_files(), look_here(), outside):
        findings.append(finding)
        if not as_json:
            typer.echo(f"{'ok ' if finding.well else 'NO '} {finding.what}")
            if not finding.well:
                typer.echo(f"    {finding.advice}")
    if as_json:
        typer.echo(json.dumps([finding._asdict() for finding in findings], indent=1))
    if not all(finding.well for finding in findings):
        raise typer.Exit(1)
