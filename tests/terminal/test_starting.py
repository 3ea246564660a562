"""The first start says why it takes long; every later one is quick and says nothing."""

from tests.terminal.at_keyboard import SEED, play


def test_the_first_start_says_that_it_compiles_and_the_second_does_not(tmp_path):
    cache = {"TENLUZ_CACHE": str(tmp_path / "cache")}
    words = ["luz", "--seed", SEED, "--players", "3"]
    first = play(tmp_path, *words, **cache)
    assert first.stderr.splitlines()[0] == "Compiling the rules (once) ..."
    assert first.stdout.startswith("Luz: ")
    second = play(tmp_path, *words, **cache)
    assert second.stderr == ""
    assert second.stdout.splitlines()[:9] == first.stdout.splitlines()[:9]
