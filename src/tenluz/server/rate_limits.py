"""How much one may ask in a time: a bucket of tokens that fills at a steady rate.

Whoever asks is a guest, or an address. Of IPv6 that is the first half, as a home has all of the
second.
"""

import ipaddress
import time
from collections import Counter

from tenluz.server.settings import ServerSettings


def network(address: str) -> str:
    """What counts as one address: IPv4 whole, IPv6 by /64."""
    if ":" not in address:
        return address
    try:
        found = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, 64), strict=False))


class Bucket:
    """Holds `most` tokens, and gains `rate` a second."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most, self._left = rate, most, float(most)
        self._at = time.monotonic()

    def take(self, count: float = 1) -> bool:
        """Take so many tokens, if they are there."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True

    @property
    def full(self) -> bool:
        """Whether it would be full again by now."""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most


class Buckets:
    """A bucket for each who asks; those that are full again are forgotten."""

    MANY = 10_000

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._buckets: dict[str, Bucket] = {}
        self._tidied = 0.0

    def take(self, who: str, count: float = 1) -> bool:
        """Take so many tokens of somebody's, if they are there."""
        # Once a second at most: with many in use it takes its time.
        if len(self._buckets) >= self.MANY and time.monotonic() > self._tidied + 1:
            self._tidied = time.monotonic()
            self._buckets = {who: one for who, one in self._buckets.items() if not one.full}
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self._rate, self._most)
        return bucket.take(count)


class Connections:
    """Open connections, counted for each address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Open one more, if that is not too many."""
        if self._open[address] >= self._most:
            return False
        self._open[address] += 1
        return True

    def give_back(self, address: str) -> None:
        """One is closed."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class ClientLimits:
    """What clients may do in a time, for each guest and each address: new tables, messages of all
    sockets, and the bytes of those. For each address: all about accounts, and tables that are read
    from their logs."""

    def __init__(self, settings: ServerSettings) -> None:
        # Requests for new tables go to all workers in turn, so each may take its share. Messages
        # go to the worker of their table, and may all be one's.

        def shared(a_second: float, at_once: int) -> Buckets:
            return Buckets(a_second / settings.workers, max(at_once / settings.workers, 1))

        self._tables = shared(settings.tables_a_second, settings.tables_at_once)
        self._guest_tables = shared(settings.guest_tables_a_second, settings.guest_tables_at_once)
        self._slow_tables = shared(settings.slow_tables_a_second, settings.slow_tables_at_once)
        self._guest_slow_tables = shared(
            settings.guest_slow_tables_a_second, settings.guest_slow_tables_at_once
        )
        self._bytes = Buckets(settings.bytes_a_second, settings.bytes_at_once)
        self._address_bytes = Buckets(
            settings.address_bytes_a_second, settings.address_bytes_at_once
        )
        self.accounts = Buckets(settings.accounts_a_second, settings.accounts_at_once)
        self.logs_read = Buckets(settings.logs_read_a_second, settings.logs_read_at_once)
        self._guests = Buckets(settings.messages_a_second, settings.messages_at_once)
        self._addresses = Buckets(
            settings.address_messages_a_second, settings.address_messages_at_once
        )

    def take_messages(self, guest: str | None, address: str, count: int) -> bool:
        """Whether this many messages may come; who has no cookie is known by the address."""
        return self._addresses.take(address, count) and self._guests.take(guest or address, count)

    def take_bytes(self, guest: str | None, address: str, count: int) -> bool:
        """Whether a message of so many bytes may come."""
        return self._address_bytes.take(address, count) and self._bytes.take(
            guest or address, count
        )

    def take_table(self, guest: str | None, address: str) -> bool:
        """Whether one more table may be made."""
        return self._tables.take(address) and self._guest_tables.take(guest or address)

    def take_slow_table(self, guest: str | None, address: str) -> bool:
        """Whether one more table may have bots that think for long."""
        return self._slow_tables.take(address) and self._guest_slow_tables.take(guest or address)
