"""One Chromium and one server for each worker, and people who come with a fresh profile."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.people import Person
from tests.browser.site import Site, launched, serving

expect.set_options(timeout=20_000)  # milliseconds, for a machine with other things to do

Arrive = Callable[..., Person]
FAILED = pytest.StashKey[bool]()


# For this folder only: while Playwright lives, its thread can run no other event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    with sync_playwright() as playwright, launched(playwright) as found:
        yield found


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server in a process of its own, with the built pages."""
    with serving(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Remember what failed: its screens are kept."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def arrive(
    browser: Browser, site: Site, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Arrive]:
    """Let somebody come: `arrive("ru", phone=True)`. Nobody may have met a problem."""
    people: list[Person] = []

    def come(*given: Any, **more: Any) -> Person:
        people.append(Person(browser, site.address, *given, **more))
        return people[-1]

    yield come
    for number, person in enumerate(people):
        if request.node.stash.get(FAILED, False):
            picture = tmp_path / f"{number}.png"
            person.page.screenshot(path=picture)
            print(f"{person.page.url}: {picture}")
        person.context.close()
    problems = [problem for person in people for problem in person.problems]
    assert not problems, "\n".join(problems)
