"""A file that is not what was asked for is said in one line: which, what it is, what to name."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tenluz.train.expert.checkpoint import export, save  # noqa: E402
from tenluz.train.expert.config import ExpertConfig  # noqa: E402
from tenluz.train.expert.learner import ExpertLearner  # noqa: E402
from tests.commands.running import Ran, tenluz  # noqa: E402
from tests.games_played import GAMES  # noqa: E402

SMALL = ExpertConfig(
    device="cpu", games=4, steps=2, minibatches=1, width=16, depth=1, critic_width=24,
    critic_depth=0,
)  # fmt: skip
SIZES = [
    word
    for name in (
        "device",
        "games",
        "steps",
        "minibatches",
        "width",
        "depth",
        "critic_width",
        "critic_depth",
    )
    for word in ("--set", f"{name}={getattr(SMALL, name)}")
]


def shipped(game: str) -> Path:
    return GAMES[game].folder / "bots" / "expert.npz"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint of Level 10, its weights, and files that are nothing of that."""
    folder = tmp_path_factory.mktemp("kept")
    save(ExpertLearner(GAMES["level10"], SMALL), folder / "expert.pt")
    export(folder / "expert.pt", folder / "expert.npz")
    for name in ("expert.pt", "expert.npz"):
        content = (folder / name).read_bytes()
        (folder / f"cut-{name}").write_bytes(content[: len(content) // 2])
    for name in ("text.pt", "text.npz"):
        (folder / name).write_text("a letter to grandmother\n")
    (folder / "empty.pt").touch()
    (folder / "folder.pt").mkdir()
    torch.save({"version": 2, "config": "{}", "network": {}}, folder / "train.pt")
    torch.save([1, 2], folder / "list.pt")
    whole = torch.load(folder / "expert.pt", weights_only=True)
    torch.save({name: whole[name] for name in ("game", "policy", "critic")}, folder / "less.pt")
    np.savez(folder / "other.npz", a=np.zeros(3))
    shutil.copy(shipped("luz"), folder / "luz.npz")
    return folder


def expect_one_line(ran: Ran, path: Path, what: str) -> None:
    assert ran.status == 2, ran.err
    assert len(ran.err.splitlines()) == 1
    assert str(path) in ran.err
    assert what in ran.err


NO_CHECKPOINT = "is no checkpoint of `tenluz train-expert`, or not all of it: name its expert.pt"
NO_WEIGHTS = "has no weights of an expert"
WRONG = [
    ("text.pt", NO_CHECKPOINT),
    ("cut-expert.pt", NO_CHECKPOINT),
    ("empty.pt", NO_CHECKPOINT),
    ("train.pt", NO_CHECKPOINT),
    ("list.pt", NO_CHECKPOINT),
    ("nowhere.pt", "There is no checkpoint"),
    ("folder.pt", "There is no checkpoint"),
]


@pytest.mark.parametrize(("name", "what"), [*WRONG, ("expert.npz", NO_CHECKPOINT)])
def test_export_expert_says_what_is_wrong_with_a_file(kept, tmp_path, name, what) -> None:
    to = tmp_path / "expert.npz"
    to.write_text("before")
    expect_one_line(tenluz("export-expert", kept / name, to), kept / name, what)
    assert to.read_text() == "before"
    assert list(tmp_path.iterdir()) == [to]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        *WRONG,
        ("less.pt", NO_CHECKPOINT),
        ("text.npz", NO_WEIGHTS),
        ("cut-expert.npz", NO_WEIGHTS),
        ("other.npz", NO_WEIGHTS),
    ],
)
def test_so_does_resume(kept, tmp_path, name, what) -> None:
    words = (
        "train-expert",
        "level10",
        *SIZES,
        "--set",
        "critic_depth=0",
        "--out",
        tmp_path / "out",
    )
    expect_one_line(tenluz(*words, "--resume", kept / name), kept / name, what)
    assert not list((tmp_path / "out").glob("*")) if (tmp_path / "out").exists() else True


def test_resume_names_another_game_and_another_size(kept, tmp_path) -> None:
    words = ("train-expert", "luz", *SIZES, "--out", tmp_path, "--resume", kept / "expert.pt")
    expect_one_line(tenluz(*words), kept / "expert.pt", "is for level10, not luz")
    words = ("train-expert", "level10", *SIZES[:8], "--out", tmp_path, "--resume")
    expect_one_line(tenluz(*words, kept / "luz.npz"), kept / "luz.npz", "does not fit")
    said = "was trained with --set width=16 --set depth=1"
    expect_one_line(tenluz(*words, kept / "expert.npz"), kept / "expert.npz", said)
    said += " --set critic_width=24 --set critic_depth=0: give the same."
    expect_one_line(tenluz(*words, kept / "expert.pt"), kept / "expert.pt", said)


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("text.npz", NO_WEIGHTS),
        ("cut-expert.npz", NO_WEIGHTS),
        ("other.npz", NO_WEIGHTS),
        ("expert.pt", NO_WEIGHTS),
        ("luz.npz", "not those of Level 10"),
    ],
)
def test_so_do_export_onnx_and_who_would_play(kept, tmp_path, name, what) -> None:
    pytest.importorskip("onnx")
    to = tmp_path / "expert.onnx"
    ran = tenluz("export-onnx", "level10", to, "--weights", kept / name)
    expect_one_line(ran, kept / name, what)
    assert list(tmp_path.iterdir()) == []
    if name.endswith(".npz"):
        words = ("tournament", "level10", "--bots", kept / name, "--deals", "1")
        expect_one_line(tenluz(*words), kept / name, what)


def test_so_does_who_would_play_by_a_checkpoint(kept) -> None:
    for name in ("text.pt", "cut-expert.pt", "list.pt"):
        words = ("tournament", "level10", "--bots", kept / name, "--deals", "1")
        expect_one_line(tenluz(*words), kept / name, "is not a checkpoint of Tenluz")


def test_weights_of_before_an_expert_saw_as_much_are_exported_as_they_play(kept, tmp_path) -> None:
    runtime, whole = pytest.importorskip("onnxruntime"), np.load(shipped("level10"))
    less = {name: whole[name] for name in whole.files}
    less["body.of_group.weight"] = less["body.of_group.weight"][:, :-3]
    np.savez(tmp_path / "less.npz", **less)
    to = tmp_path / "expert.onnx"
    ran = tenluz("export-onnx", "level10", to, "--weights", tmp_path / "less.npz")
    assert ran.status == 0, ran.err
    sees = GAMES["level10"].part("expert").EXPERT.view.sees
    session: Any = runtime.InferenceSession(str(to), providers=["CPUExecutionProvider"])
    (found,) = session.run(["scores"], {"rows": np.zeros((1, sees), np.int8)})
    assert np.isfinite(found).all()
