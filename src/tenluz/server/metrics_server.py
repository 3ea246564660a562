"""Numbers for Prometheus on a port of their own, so that who plays never reaches them.

One port for a whole server: of several workers, the process that started them serves it, with
what all of them count together and what each of them takes of the machine.
"""

import contextlib
import socket
import socketserver
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from http.server import ThreadingHTTPServer

from prometheus_client import CollectorRegistry, MetricsHandler, ProcessCollector
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from tenluz.engine.errors import NotUnderstood
from tenluz.server.settings import ServerSettings

SILENT = 10.0  # seconds, for somebody who asks to say it whole

Numbers = Callable[[], Mapping[int, int | str]]  # the number of each worker's process


class Processes(Collector):
    """Processor time, memory and open files of each worker, by the usual names."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers

    def collect(self) -> Iterable[Metric]:
        """One sample for each worker; none where the system has no /proc."""
        found: dict[str, Metric] = {}
        for worker, number in self._numbers().items():
            for one in _of(number):
                family = found.setdefault(one.name, Metric(one.name, one.documentation, one.type))
                for sample in one.samples:
                    family.add_sample(sample.name, {"worker": str(worker)}, sample.value)
        return found.values()


def _of(number: int | str) -> Iterable[Metric]:
    return ProcessCollector(pid=lambda: number, registry=None).collect()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def server_bind(self) -> None:
        # Not HTTPServer's, which asks for its own name, of a name server if need be.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]


class _Server6(_Server):
    address_family = socket.AF_INET6


@contextlib.contextmanager
def metrics_served(
    settings: ServerSettings, registry: CollectorRegistry, numbers: Numbers
) -> Iterator[None]:
    """Answer who asks for the numbers, where the settings say so; NotUnderstood if it cannot."""
    if not settings.metrics_port:
        yield
        return
    shown = CollectorRegistry()
    shown.register(registry)
    shown.register(Processes(numbers))
    handler = type("Handler", (MetricsHandler,), {"registry": shown, "timeout": SILENT})
    kind = _Server6 if ":" in settings.metrics_host else _Server
    where = settings.metrics_host, settings.metrics_port
    try:
        server = kind(where, handler)
    except OSError as error:
        raise NotUnderstood(
            f"Cannot serve metrics on {where[0]}:{where[1]}: {error.strerror}. Choose another "
            "port with --metrics-port."
        ) from None
    with server:
        thread = threading.Thread(target=server.serve_forever, args=[0.1], daemon=True)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()
