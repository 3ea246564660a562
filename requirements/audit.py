"""Known holes in what Tenluz is built with: `python requirements/audit.py`, part of `make check`.

Asks OSV (https://osv.dev, which has the advisories of PyPI and of npm) in one question about every
Python package in versions.txt and every package that the pages are built with. It fails where a
newer version mends a hole, unless accepted-advisories.toml says why it does not concern us. Where
the service cannot be reached in a few seconds one line says so, and nothing fails: tests run
without a network, too.
"""

import argparse
import json
import re
import sys
import threading
import time
import tomllib
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, NamedTuple

from packaging.version import InvalidVersion, Version

HERE = Path(__file__).resolve().parent
VERSIONS = HERE / "versions.txt"
PAGES = HERE.parent / "web" / "package-lock.json"
ACCEPTED = HERE / "accepted-advisories.toml"
SERVICE = "https://api.osv.dev"
WITHIN = 8.0  # seconds for all of it
MOST = 8_000_000  # bytes of one answer


class Package(NamedTuple):
    """What somebody gets who installs or builds Tenluz."""

    ecosystem: str
    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class Hole(NamedTuple):
    """An advisory about a package: its names, and the version that mends it, if there is one."""

    package: Package
    names: tuple[str, ...]
    summary: str
    mended: str

    def __str__(self) -> str:
        return f"{self.package}: {self.names[0]} {self.summary}".rstrip()


def packages() -> list[Package]:
    """All of them, once each."""
    pinned = re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", VERSIONS.read_text(), re.M)
    found = [Package("PyPI", name, version.partition("+")[0]) for name, version in pinned]
    for path, one in json.loads(PAGES.read_text())["packages"].items():
        if path and not one.get("dev"):
            found.append(Package("npm", path.rpartition("node_modules/")[2], one["version"]))
    return sorted(set(found))


class Service:
    """OSV, or what answers in its place."""

    def __init__(self, address: str, within: float) -> None:
        self._address, self._end = address, time.monotonic() + within

    def ask(self, path: str, question: Any = None) -> Any:
        """An answer; OSError or ValueError where there is none."""
        body = None if question is None else json.dumps(question).encode()
        left = max(self._end - time.monotonic(), 0.1)
        with urllib.request.urlopen(f"{self._address}{path}", body, timeout=left) as answer:
            return json.loads(answer.read(MOST))

    def holes(self, asked: list[Package]) -> list[Hole]:
        """What is known about these packages, the same hole once."""
        query = [
            {"package": {"ecosystem": one.ecosystem, "name": one.name}, "version": one.version}
            for one in asked
        ]
        answers = self.ask("/v1/querybatch", {"queries": query})["results"]
        if len(answers) != len(asked):
            raise ValueError("another number of answers than of questions")
        found: dict[tuple[Package, frozenset[str]], Hole] = {}
        for package, answer in zip(asked, answers):
            for named in answer.get("vulns", []):
                one = self.ask(f"/v1/vulns/{named['id']}")
                if "withdrawn" not in one:
                    names = (one["id"], *one.get("aliases", []))
                    hole = Hole(package, names, one.get("summary", ""), mended_in(one, package))
                    found.setdefault((package, frozenset(names)), hole)
        return list(found.values())


def mended_in(advisory: Any, package: Package) -> str:
    """The first version after ours without this hole; empty if there is none."""
    mended = [
        event["fixed"]
        for affected in advisory.get("affected", [])
        if affected["package"]["name"].lower() == package.name.lower()
        for place in affected.get("ranges", [])
        if place["type"] != "GIT"
        for event in place["events"]
        if "fixed" in event
    ]
    try:
        newer = [one for one in mended if Version(one) > Version(package.version)]
        return min(newer, key=Version, default="")
    except InvalidVersion:
        return mended[0] if mended else ""


def look(service: Service, asked: list[Package], within: float) -> list[Hole] | str:
    """What is known, or why nobody could say. Also a name server that is silent has an end."""
    found: list[list[Hole] | str] = []

    def ask() -> None:
        try:
            found.append(service.holes(asked))
        except urllib.error.HTTPError as error:
            found.append(f"it answers {error.code}")
        except (OSError, ValueError, KeyError, TypeError) as error:
            found.append(str(getattr(error, "reason", error)) or type(error).__name__)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(within)
    return found[0] if found else f"no answer in {within:g} seconds"


def main(words: list[str] | None = None) -> int:
    """Look, say what was found, and give the status of it."""
    parser = argparse.ArgumentParser(description="Look for known holes in our dependencies.")
    parser.add_argument("--service", default=SERVICE)
    parser.add_argument("--within", type=float, default=WITHIN)
    parser.add_argument("--accepted", type=Path, default=ACCEPTED)
    chosen = parser.parse_args(words)
    accepted: dict[str, str] = tomllib.loads(chosen.accepted.read_text())
    asked = packages()
    found = look(Service(chosen.service, chosen.within), asked, chosen.within)
    if isinstance(found, str):
        print(f"Advisories not looked at: {chosen.service} cannot be reached ({found}).")
        return 0
    bad = 0
    for hole in found:
        reason = next((accepted[name] for name in hole.names if accepted.get(name)), "")
        if reason:
            print(f"{hole} (accepted: {reason})")
        elif hole.mended:
            bad += 1
            print(f"{hole}\n  mended in {hole.mended}: make lock ARGS=--upgrade, or npm update")
        else:
            print(f"{hole} (nothing mends it yet)")
    if bad:
        print(f"{bad} known holes are mended by newer versions; or say in {ACCEPTED.name} why not.")
        return 1
    print(f"No known hole that is mended, in {len(asked)} packages.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
