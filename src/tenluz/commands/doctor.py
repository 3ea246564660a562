"""`tenluz doctor`: whether a server has what it needs, and what people reach of it."""

from typing import Annotated

import typer

from tenluz.commands.data_folder import Data, own_folder


def doctor(
    data: Data = None,
    public_url: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="What people open: it is looked at from outside too."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Look at a server as it stands, and say what to mend. Nothing is changed.

    Ends with status 1 if anything is not well.
    """
    import itertools
    import json

    from tenluz.server.doctor import look_at, look_here
    from tenluz.server.public_address import read_public_url

    folder = data or own_folder()
    outside = look_at(read_public_url(public_url), folder) if public_url else ()
    findings = []
    for finding in itertools.chain(look_here(folder), outside):
        findings.append(finding)
        if not as_json:
            typer.echo(f"{'ok ' if finding.well else 'NO '} {finding.what}")
            if not finding.well:
                typer.echo(f"    {finding.advice}")
    if as_json:
        typer.echo(json.dumps([finding._asdict() for finding in findings], indent=1))
    if not all(finding.well for finding in findings):
        raise typer.Exit(1)
