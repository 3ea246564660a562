"""Numbers for Prometheus: on their own port alone, and all that the example dashboard asks for."""

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tenluz.engine.errors import NotUnderstood
from tenluz.server.app import server
from tests.server.player import Guest, run
from tests.server.running import free_port, metrics_at, running, settings_for

DASHBOARD = Path(__file__).parents[2] / "deploy" / "grafana-dashboard.json"
# A name that is no function, keyword or label: metrics of ours and of processes.
METRIC = re.compile(r"\b(?:tenluz|process)_\w+")
LABELS = re.compile(r"\bby \(([^)]*)\)|\{([^}]*)\}")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Every metric of a server at which something has happened, and its labels."""
    port = free_port()
    with running(tmp_path_factory.mktemp("data"), metrics_port=port) as address:

        async def story() -> None:
            ana = Guest(address, "Ana")
            player = await ana.at(ana.make_table("level10", "me"))
            assert (await player.command("move", at=0, move=1))["type"] == "refused"
            answer = await player.command("say", statement={"kind": "count", "world": 0})
            assert answer["type"] == "accepted"

        run(story())
        page = metrics_at(port)
        # Whoever plays does not reach them.
        assert Guest(address).http.get("/metrics").status_code == 404
    assert re.search(r"^tenluz_tables_live 1", page, re.M)
    assert re.search(r"^tenluz_writes_total [1-9]", page, re.M)
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def queries(panels: list[dict[str, Any]]) -> Iterator[str]:
    for panel in panels:
        yield from (target["expr"] for target in panel.get("targets", []))
        yield from queries(panel.get("panels", []))


def test_the_dashboard_asks_for_what_is_there(told: dict[str, set[str]]) -> None:
    asked = list(queries(json.loads(DASHBOARD.read_text())["panels"]))
    assert len(asked) > 8
    shown = set()
    for query in asked:
        metrics = METRIC.findall(query)
        assert metrics, query
        for metric in metrics:
            assert metric in told, f"{query}: there is no {metric}"
        shown.update(metrics)
        labels = set().union(*(told[metric] for metric in metrics)) | {"job", "instance"}
        for by, chosen in LABELS.findall(query):
            for label in filter(None, re.split(r"\s*,\s*", by or chosen)):
                name = re.match(r"\w+", label)
                assert name is not None, query
                assert name[0] in labels, f"{query}: there is no label {name[0]}"
    ours = {name for name in told if name.startswith("tenluz_") and not name.endswith("_created")}
    for name in ours:
        whole = re.sub(r"_(bucket|count|sum)$", "", name)
        assert any(one.startswith(whole) for one in shown), f"{name} is on no panel"


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings = settings_for(tmp_path, metrics_port=taken.getsockname()[1])
        with pytest.raises(NotUnderstood, match="Cannot serve metrics on"):
            server(settings).run()


def test_another_address_may_read_them(tmp_path: Path) -> None:
    port = free_port()
    with running(tmp_path, metrics_port=port, metrics_host="127.0.0.2"):
        socket.create_connection(("127.0.0.2", port), 5).close()
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", port), 5)
