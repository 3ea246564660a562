"""A first start, with nothing kept from earlier ones: no function of our games is compiled."""

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from tenluz.engine import precompiled
from tenluz.precompile.__main__ import outdated
from tenluz.precompile.objects import TARGETS
from tests.games_played import GAMES
from tests.server.player import Guest, run
from tests.server.uncompiled import serving

ROOT = Path(__file__).parents[2]
COUNTED = Path(__file__).with_name("counted.py")

pytestmark = [
    pytest.mark.skipif(
        precompiled.machine() not in {target.name for target in TARGETS},
        reason="nothing is compiled ahead of time for this kind of machine",
    ),
    pytest.mark.in_a_file,
]


@dataclass
class Installed:
    """Tenluz in some environment, with an empty folder for compiled code."""

    python: Path
    folder: Path

    @property
    def command(self) -> list[str]:
        return [str(self.python), str(COUNTED), str(self.folder / "compiled")]

    @property
    def environment(self) -> dict[str, str]:
        left_out = ("PYTHONPATH", "NUMBA_DISABLE_JIT")
        kept = {name: value for name, value in os.environ.items() if name not in left_out}
        return {**kept, "TENLUZ_CACHE": str(self.folder / "cache"), "HOME": str(self.folder)}

    def tenluz(self, *words: str, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        ran = subprocess.run(
            [*self.command, *words],
            check=False,
            input=stdin,
            capture_output=True,
            text=True,
            env={**self.environment, **more},
            cwd=self.folder,
        )
        assert ran.returncode == 0, ran.stderr
        return ran

    @property
    def compiled(self) -> list[str]:
        """What was compiled so far."""
        file = self.folder / "compiled"
        return file.read_text().splitlines() if file.exists() else []


@pytest.fixture(scope="module")
def wheel_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel; what Tenluz needs is lent by this one."""
    folder = tmp_path_factory.mktemp("wheel")
    os.environ["TENLUZ_WITHOUT_PAGES"] = "1"
    try:
        [wheel] = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    finally:
        del os.environ["TENLUZ_WITHOUT_PAGES"]
    venv.create(folder / "new", with_pip=False)
    [packages] = folder.glob("new/lib/*/site-packages")
    Path(packages, "lent.pth").write_text(sysconfig.get_path("purelib"))
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, "--target", str(packages), wheel], check=True)
    return folder / "new" / "bin" / "python"


@pytest.fixture(params=["wheel", "checkout"])
def installed(
    request: pytest.FixtureRequest, wheel_python: Path, tmp_path: Path
) -> Iterator[Installed]:
    """Each of both, used for the first time; afterwards nothing has been compiled."""
    assert not outdated(TARGETS), "compile first: make machine-code-of-all"
    made = Installed(wheel_python if request.param == "wheel" else Path(sys.executable), tmp_path)
    ask = "import tenluz; print(tenluz.__file__)"
    where = subprocess.check_output(
        [made.python, "-c", ask], text=True, env=made.environment, cwd=tmp_path
    )
    assert where.startswith(str(ROOT / "src")) == (request.param == "checkout")
    yield made
    assert made.compiled == []
    assert not list(tmp_path.glob("cache/*/**/*.nbi"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", ["rules", "expert"])
def test_simulate(installed: Installed, game: str, bot: str) -> None:
    ran = installed.tenluz(
        *("simulate", game, "--players", "3", "--bot", bot, "--games", "20", "--threads", "1")
    )
    assert "20 games" in ran.stdout


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_of_champions(installed: Installed, game: str) -> None:
    words = ("--players", "3", "--bot", "champion", "--games", "1", "--threads", "1")
    assert "1 game" in installed.tenluz("simulate", game, *words).stdout


@pytest.mark.parametrize("game", GAMES)
def test_tournament(installed: Installed, game: str) -> None:
    installed.tenluz(
        "tournament", game, "--bots", "novice,expert", "--deals", "2", "--threads", "1"
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", ["expert", "champion"])
def test_play(installed: Installed, game: str, bot: str) -> None:
    installed.tenluz("play", game, "--bot", bot, stdin="hint\n1\nquit\n")


@pytest.mark.parametrize("game", GAMES)
def test_a_table_with_experts(installed: Installed, game: str) -> None:
    with serving(installed.folder, installed.command, installed.environment) as address:

        async def story() -> None:
            guest = Guest(address)
            player = await guest.at(guest.make_table(game, "me expert champion"))
            assert player.screen

        run(story())
