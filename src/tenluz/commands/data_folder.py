"""Where a server's tables are: the options `--data` and `--database` of all commands that look
there."""

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="Where tables are kept.",
        show_default="your own folder for Tenluz",
    ),
]

Database = Annotated[
    str | None,
    typer.Option(
        envvar="TENLUZ_DATABASE",
        show_envvar=True,
        metavar="URL",
        help="A PostgreSQL: postgresql://USER@HOST/NAME.",
    ),
]


def own_folder() -> Path:
    """Where tables are kept, unless somebody says where."""
    import platformdirs

    return Path(platformdirs.user_data_dir("tenluz", appauthor=False))
