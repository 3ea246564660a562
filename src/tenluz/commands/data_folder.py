"""Where a server's tables are: the option `--data` of all commands that look there."""

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


def own_folder() -> Path:
    """Where tables are kept, unless somebody says where."""
    import platformdirs

    return Path(platformdirs.user_data_dir("tenluz", appauthor=False))
