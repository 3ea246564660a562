"""Frames as they come over a socket: whole, together, in pieces, with signs of life between."""

import contextlib
import os
import socket
import time
from collections.abc import Iterator

import httpx
import orjson
import pytest

from tests.server.player import Guest

PATIENCE = 30
TEXT, PIECE, LAST, CLOSE, PING, PONG = 0x81, 0x01, 0x80, 0x88, 0x89, 0x8A


def frame(text: bytes, head: int = TEXT) -> bytes:
    """A frame from a client (RFC 6455, 5.2)."""
    mask = os.urandom(4)
    size = len(text)
    length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(text))
    return bytes((head,)) + length + mask + masked


class Line:
    """A client that sends bytes as it likes."""

    def __init__(self, guest: Guest, table: str) -> None:
        self.guest, self.table = guest, table
        host, _, port = guest.address.partition(":")
        self.socket = socket.create_connection((host, int(port)), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._left = b""
        self.socket.sendall(
            f"GET /ws/{table} HTTP/1.1\r\nhost: {guest.address}\r\nupgrade: websocket\r\n"
            "connection: Upgrade\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"cookie: {guest.cookie}\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self._left:
            self._left += self.socket.recv(4096)
        self._left = self._left.partition(b"\r\n\r\n")[2]

    def close(self) -> None:
        self.socket.close()

    def _take(self, size: int) -> bytes:
        while len(self._left) < size:
            more = self.socket.recv(65536)
            if not more:
                raise EOFError
            self._left += more
        found, self._left = self._left[:size], self._left[size:]
        return found

    def hear(self) -> tuple[int, bytes]:
        """The next frame of the server's: its kind and what it says."""
        head, size = self._take(2)
        if size == 126:
            size = int.from_bytes(self._take(2), "big")
        return head, self._take(size)

    def pongs(self, count: int) -> None:
        """Hear so many answers to our messages, and nothing else."""
        for _ in range(count):
            head, text = self.hear()
            assert (head, orjson.loads(text)) == (TEXT, {"type": "pong"})

    def still_hears(self) -> None:
        """Whether one more message finds its way."""
        self.socket.sendall(frame(b'{"type":"ping"}'))
        self.pongs(1)


@pytest.fixture
def line(address: str) -> Iterator[Line]:
    guest = Guest(address, "Ana")
    found = Line(guest, guest.make_table("level10", "me"))
    yield found
    found.close()
    guest.http.close()


ASK = b'{"type":"ping"}'


def test_one_by_one_and_several_at_once(line: Line) -> None:
    line.socket.sendall(frame(ASK))
    line.pongs(1)
    line.socket.sendall(b"".join(frame(ASK) for _ in range(100)))
    line.pongs(100)
    line.still_hears()


def test_every_length(line: Line) -> None:
    for size in (*range(len(ASK), 140), 3000):
        line.socket.sendall(frame(ASK + b" " * (size - len(ASK))))
        line.pongs(1)
    line.still_hears()


def test_byte_by_byte_and_whole_again(line: Line) -> None:
    line.still_hears()
    for byte in frame(ASK):
        line.socket.sendall(bytes((byte,)))
    line.pongs(1)
    line.still_hears()


def test_cut_anywhere(line: Line) -> None:
    two = frame(ASK) + frame(ASK)
    for at in range(1, len(two)):
        line.socket.sendall(two[:at])
        line.socket.sendall(two[at:])
        line.pongs(2)


def test_a_message_in_pieces_with_a_sign_of_life_between(line: Line) -> None:
    line.socket.sendall(frame(ASK[:5], PIECE))
    line.socket.sendall(frame(b"alive?", PING))
    assert line.hear() == (PONG, b"alive?")
    line.socket.sendall(frame(ASK[5:], LAST))
    line.pongs(1)
    line.still_hears()


def test_signs_of_life_between_whole_messages(line: Line) -> None:
    for count in range(3):
        line.socket.sendall(frame(b"%d" % count, PING))
        assert line.hear() == (PONG, b"%d" % count)
        line.still_hears()
    line.socket.sendall(frame(ASK) + frame(b"x", PING) + frame(ASK))
    assert sorted(line.hear()[0] for _ in range(3)) == [TEXT, TEXT, PONG]
    line.still_hears()


@pytest.mark.parametrize("head", [PING, PONG])
def test_the_first_byte_of_a_frame_may_come_alone(line: Line, head: int) -> None:
    line.socket.sendall(bytes((head,)))
    with contextlib.closing(Line(line.guest, line.table)) as other:
        # One loop reads all sockets in turn: after two answers it has read that byte too.
        other.still_hears()
        other.still_hears()
    line.socket.sendall(frame(b"alive?", head)[1:])
    if head == PING:
        assert line.hear() == (PONG, b"alive?")
    line.still_hears()


def test_a_message_that_is_no_text_of_ours_is_answered(line: Line) -> None:
    for text in (b"", b"null", b"\xc3\xa9"):
        line.socket.sendall(frame(text))
        head, answer = line.hear()
        assert head == TEXT
        assert orjson.loads(answer)["type"] == "refused"
    line.still_hears()


def test_goodbye_is_answered(line: Line) -> None:
    line.still_hears()
    line.socket.sendall(frame((1000).to_bytes(2, "big"), CLOSE))
    assert line.hear()[0] == CLOSE
    with pytest.raises(EOFError):
        line.hear()


def test_a_frame_without_a_mask_ends_the_connection(line: Line) -> None:
    line.still_hears()
    line.socket.sendall(bytes((TEXT, len(ASK))) + ASK)
    head, why = line.hear()
    assert (head, int.from_bytes(why[:2], "big")) == (CLOSE, 1002)


def test_a_text_that_is_no_utf_8_ends_the_connection_and_is_not_logged(
    line: Line, caplog: pytest.LogCaptureFixture
) -> None:
    line.still_hears()
    line.socket.sendall(frame(b"\xff\xfe"))
    head, why = line.hear()
    assert (head, int.from_bytes(why[:2], "big")) == (CLOSE, 1007)
    assert not [one.getMessage() for one in caplog.records if one.levelname != "INFO"]


# --- frames without end -------------------------------------------------------------------------

FLOOD = 40_000  # frames: as many as come in one read


def empty(head: int) -> bytes:
    """An empty frame, as small as one can be."""
    return bytes((head, 0x80, 0, 0, 0, 0))


def gone(line: Line) -> bool:
    """Whether the server has hung up, all told."""
    with contextlib.suppress(EOFError):
        try:
            while True:
                line.hear()
        except ConnectionError:
            pass
    return True


@pytest.mark.parametrize("head", [PING, PONG])
def test_signs_of_life_without_end_close_the_connection_and_nobody_waits(
    line: Line, head: int
) -> None:
    line.still_hears()
    begun = time.monotonic()
    with contextlib.suppress(ConnectionError):
        for _ in range(10):
            line.socket.sendall(empty(head) * FLOOD)
    assert httpx.get(f"http://{line.guest.address}/api/games", timeout=PATIENCE).is_success
    assert time.monotonic() - begun < 2, "so many would take four seconds to read"
    assert gone(line)


def test_as_many_signs_of_life_as_anybody_needs_are_answered(line: Line) -> None:
    line.socket.sendall(empty(PING) * 50 + empty(PONG) * 49)
    assert [line.hear() for _ in range(50)] == [(PONG, b"")] * 50
    line.still_hears()


def test_empty_messages_are_not_collected(line: Line) -> None:
    """The app closes after a few that it does not understand, and reads no more."""
    begun = time.monotonic()
    with contextlib.suppress(ConnectionError):
        for _ in range(10):
            line.socket.sendall(empty(TEXT) * FLOOD)
    assert httpx.get(f"http://{line.guest.address}/api/games", timeout=PATIENCE).is_success
    assert time.monotonic() - begun < 2
    assert gone(line)


def test_many_messages_at_once_come_in_their_order(line: Line) -> None:
    """More than one piece of them, with a sign of life wherever a piece may end."""
    sent = b"".join(frame(ASK) + frame(b"%d" % number, PING) for number in range(90))
    line.socket.sendall(sent + b"".join(frame(ASK + b" " * 2000) for _ in range(20)))
    heard = [line.hear() for _ in range(90 + 90 + 20)]
    assert [text for head, text in heard if head == PONG] == [b"%d" % n for n in range(90)]
    assert sum(head == TEXT for head, _ in heard) == 110
    line.still_hears()
