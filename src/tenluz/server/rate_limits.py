"""How much one may ask in a time: a bucket of tokens that fills at a steady rate."""

import time


class Bucket:
    """Holds `most` tokens, and gains `rate` a second."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most, self._left = rate, most, float(most)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Take a token, if there is one."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether it would be full again by now."""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most


class Buckets:
    """A bucket for each address; those that are full again are forgotten."""

    MANY = 10_000

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        """Take a token of this address, if there is one."""
        if len(self._buckets) >= self.MANY:
            self._buckets = {who: one for who, one in self._buckets.items() if not one.full}
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._most)
        return bucket.take()
