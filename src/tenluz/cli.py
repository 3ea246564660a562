"""The command `tenluz`: finds the subcommand, and turns a user's mistake into one clear line.

Without a subcommand it does what most people want: the games in the browser.
"""

import sys
from typing import Annotated

import typer

from tenluz import __version__
from tenluz.commands.audit import audit
from tenluz.commands.backup import backup, restore
from tenluz.commands.check import check
from tenluz.commands.db import db
from tenluz.commands.deal import deal
from tenluz.commands.doctor import doctor
from tenluz.commands.expert import train_expert
from tenluz.commands.export import export_expert, export_onnx
from tenluz.commands.games import games
from tenluz.commands.keys import keys
from tenluz.commands.operator import operator
from tenluz.commands.options import GameCommand
from tenluz.commands.play import play
from tenluz.commands.rules import rules
from tenluz.commands.serve import serve
from tenluz.commands.simulate import simulate
from tenluz.commands.solve import solve
from tenluz.commands.strength import strength
from tenluz.commands.tournament import tournament
from tenluz.commands.train import train

app = typer.Typer(
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    play, serve, games, rules, simulate, tournament, strength, audit, train, train_expert,
    export_expert, export_onnx, solve, check, deal, backup, restore, doctor,
):  # fmt: skip
    app.command(cls=GameCommand)(command)
app.add_typer(db, name="db")
app.add_typer(keys, name="keys")
app.add_typer(operator, name="operator")


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"tenluz {__version__}")
        raise typer.Exit


@app.callback()
def without_command(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Card games for people and programs: play, simulate, compare bots, train, solve, check.

    Without a command it opens the games in the browser, as `tenluz serve` does.
    """
    if context.invoked_subcommand is None:
        serve()


def main() -> None:
    """Run `tenluz`. A user's mistake ends with status 2 and says what to do; no traceback."""
    from tenluz.engine.errors import GameError

    try:
        app()
    except GameError as error:
        print(f"tenluz: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(1)  # whoever read our output has left


if __name__ == "__main__":
    main()
