"""To Ray and back: a quiet Ray of one's own, or a cluster at an address.

Knows how Ray is reached and what can go wrong on the way. Knows nothing of games.
"""

import contextlib
import importlib.util
import logging
import re
import secrets
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator
from types import ModuleType

from tenluz.engine.compiled import cores
from tenluz.engine.errors import GameError, NotUnderstood
from tenluz.engine.types import JsonObject
from tenluz.lab.work_pool import environment

LOCAL, AUTO, CLIENT = "local", "auto", "ray://"
ADDRESS = re.compile(rf"(?:{CLIENT})?(?P<host>[^\s:/]+|\[[0-9a-fA-F:.]+\]):(?P<port>\d{{1,5}})")
REACH = 5.0  # seconds for a port to answer
KNOCK = 30.0  # seconds for Ray behind it to let us in
TRIES = 3
UNLUCKY = "Starting Ray client server failed"  # now and then by ray:// (ray-project/ray#63202)
STORE = 100 << 20  # bytes that a Ray of our own keeps for results, which are small

# Nothing is reported to Ray's makers. What Ray means to change for GPUs is not our concern.
SETTINGS = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
# Ray listens to the whole network. Its newer versions want a token, and would leave one in the
# home folder, where it changes what `ray start` does: so a Ray of our own is given one.
OWN = {**SETTINGS, "RAY_AUTH_TOKEN": secrets.token_hex(32)}
RAY_SETS = "RAY_AUTH_MODE"  # by itself, while we are at one
QUIET: JsonObject = {"log_to_driver": False, "logging_level": logging.CRITICAL}

# Ray waits for minutes where something else than Ray answers, and writes about it: so another
# process tries first, which can be ended. Its last line says what went wrong. By ray:// it gives
# up by itself after half a minute.
KNOCKING = f"""
import sys, ray
try:
    ray.init(sys.argv[1], log_to_driver=False, logging_level={logging.CRITICAL})
    ray.shutdown()
except Exception as error:
    sys.exit(" ".join(str(error).split()) or repr(error))
"""


class ClusterError(GameError):
    """A cluster that cannot be reached or used, or that does not do its work."""

    code = "cluster"


@contextlib.contextmanager
def joined(address: str, workers: int | None = None) -> Iterator[ModuleType]:
    """Ray as a module, connected: to one of our own with so many workers, or to an address.

    Afterwards we are disconnected, and one of our own is stopped.
    """
    check(address)
    import ray

    if ray.is_initialized():
        raise ClusterError("This process is at a Ray already: call ray.shutdown() before.")
    with environment(OWN if address == LOCAL else SETTINGS, RAY_SETS):
        try:
            if address != LOCAL:
                _knock(address)
            _join(ray, address, workers or cores())
            yield ray
        finally:
            ray.shutdown()


def _join(ray: ModuleType, address: str, workers: int) -> None:
    # A Ray of our own has one worker for each core, unless told otherwise, and no pages.
    own = {"num_cpus": workers, "include_dashboard": False, "object_store_memory": STORE}
    for tries_left in reversed(range(TRIES)):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # what is wrong comes as an error, too
                ray.init(address, **QUIET, **(own if address == LOCAL else {}))
            return
        except Exception as error:  # of many kinds, and each means that we are not in
            ray.shutdown()
            if UNLUCKY not in str(error) or not tries_left:
                why = _in_a_line(str(error))
                raise ClusterError(f"Ray ({address}) cannot be used: {why}") from None


def check(address: str) -> None:
    """Refuse what is no address of a cluster, and every cluster where Ray is not installed."""
    found = ADDRESS.fullmatch(address)
    if address not in (LOCAL, AUTO) and not (found and 0 < int(found["port"]) < 1 << 16):
        raise NotUnderstood(
            f"A cluster is local, auto, HOST:PORT or ray://HOST:PORT, not {address!r}."
        )
    if importlib.util.find_spec("ray") is None:
        raise ClusterError("A cluster needs Ray: pip install 'tenluz[cluster]'")


def _knock(address: str) -> None:
    """ClusterError, in less than a minute, if there is no Ray that lets us in."""
    if found := ADDRESS.fullmatch(address):
        try:
            socket.create_connection((found["host"].strip("[]"), int(found["port"])), REACH).close()
        except OSError as error:
            raise ClusterError(
                f"Nothing answers at {address} ({error}). Is it the address that "
                f"`ray start --head` told, and open to this machine?"
            ) from None
    if address.startswith(CLIENT):
        return
    asked = [sys.executable, "-P", "-c", KNOCKING, address]
    try:
        answer = subprocess.run(asked, capture_output=True, text=True, timeout=KNOCK, check=False)
    except subprocess.TimeoutExpired:
        raise ClusterError(
            f"Ray did not let us in at {address} within {KNOCK:.0f} seconds. Is it Ray that "
            f"answers there? From outside a cluster: ray://HOST:10001"
        ) from None
    if answer.returncode:
        why = _in_a_line((answer.stderr.strip() or "it ended without a word").splitlines()[-1])
        if address == AUTO and "Could not find any running Ray" in why:
            why = "none runs on this machine. To start one: ray start --head"
        raise ClusterError(f"There is no Ray to join ({address}): {why}")


def _in_a_line(text: str) -> str:
    return " ".join(text.split())
