"""Every open socket of a worker, whether it has said hello or not: so that somebody who may no
longer be here can be found, and nobody has too many."""

from collections.abc import Iterable
from typing import Protocol

from tenluz.server.protocol import ByeReason
from tenluz.server.rate_limits import Connections


class Socket(Protocol):
    """One connection to a table."""

    guest: str | None
    name: str  # by which they would sit down
    address: str

    def bye(self, reason: ByeReason) -> None:
        """Say goodbye, and close."""


class OpenSockets:
    """The sockets, and how many each guest has."""

    def __init__(self, most_a_guest: int) -> None:
        self._sockets: set[Socket] = set()
        self._of_guests = Connections(most_a_guest)

    def __len__(self) -> int:
        return len(self._sockets)

    def add(self, socket: Socket) -> bool:
        """One more; False if its guest has too many. Who has no cookie is counted by address
        alone, as any connection is."""
        if socket.guest and not self._of_guests.take(socket.guest):
            return False
        self._sockets.add(socket)
        return True

    def remove(self, socket: Socket) -> None:
        """It is closed; nothing happens to one that was never added."""
        if socket in self._sockets:
            self._sockets.remove(socket)
            if socket.guest:
                self._of_guests.give_back(socket.guest)

    def all(self) -> Iterable[Socket]:
        """All of them, as they are now."""
        return list(self._sockets)

    def addresses(self, guest: str) -> set[str]:
        """Where a guest is connected from."""
        return {socket.address for socket in self._sockets if socket.guest == guest}
