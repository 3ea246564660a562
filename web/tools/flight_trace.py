"""Measures a card in flight, from a trace of the browser with its processor four times slower:
python web/tools/flight_trace.py. The last line is JSON.

For each game: how long it took from the press to the first frame of the flight, how long my card
flew, how many frames a second the browser drew from the first one on, how often the main thread
laid out or painted the page, and how busy it was in each sixtieth of a second after the first
frame, a long task counted in all that it covers. Times are of this machine and whatever else it
does.
Needs the built pages, Playwright and a Chromium.
"""

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.browser import staged
from tests.browser.people import Person
from tests.browser.site import Site, launched, serving
from tests.browser.tables import table_page

SLOWER = 4
FRAME = 1_000_000 / 60  # microseconds
FLIGHTS = 5
WORK = ("Layout", "UpdateLayoutTree", "Paint", "BeginMainThreadFrame")
DRAWN = "DrawFrame"
COMMIT = "Commit"  # the main thread hands over to the compositor
TIMES = ("press_to_first_frame_ms", "flight_ms", "frames", "frames_per_second")
TRACED = [
    "blink.user_timing",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "devtools.timeline.frame",
]
# A mark when a card takes off, and one when it has landed.
MARKS = """() => {
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      performance.mark(target.dataset.flying === undefined ? 'landed' : 'flies');
    }
  }).observe(document.body, { attributes: true, subtree: true, attributeFilter: ['data-flying'] });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) {
      if (node.querySelector?.('[data-flying]') || node.dataset?.flying === '') {
        performance.mark('flies');
      }
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""

LANDED = """() => {
  window.landed = new Promise((done) => {
    new PerformanceObserver((list) => list.getEntriesByName('landed').length && done()).observe({
      entryTypes: ['mark'],
    });
  });
}"""


def trace(browser: Browser, site: Site, game: str) -> list[dict[str, Any]]:
    """What the browser did while a card of mine was played."""
    guest, cookie = site.guest()
    me = Person(browser, site.address, motion=True)
    stage = staged.find(game, staged.any_turn, players=3)
    me.sit(staged.put(site, stage, guest, pace=10), cookie)
    table = table_page(me, game)
    table.expect_turn()
    me.page.evaluate(MARKS)
    devtools = me.context.new_cdp_session(me.page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    card = table.card_of(next(one for one in table.fine_moves() if one["kind"] == "card"))
    card.hover()
    browser.start_tracing(page=me.page, categories=TRACED)
    me.page.evaluate(LANDED)
    me.page.mouse.down()
    me.page.mouse.up()
    me.page.evaluate("window.landed")  # awaited there: to ask again and again would be work
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    me.context.close()
    return events


def measured(events: list[dict[str, Any]]) -> dict[str, Any]:
    """The numbers of one flight."""
    marks = [one for one in events if one["name"] in ("flies", "landed") and "ts" in one]
    begin = next(one for one in marks if one["name"] == "flies")
    end = next(one for one in marks if one["name"] == "landed" and one["ts"] > begin["ts"])["ts"]
    press = next(one for one in events if one.get("args", {}).get("data") == {"type": "click"})
    inside = [one for one in events if begin["ts"] <= one.get("ts", 0) < end]
    thread = (begin["pid"], begin["tid"])
    main = [one for one in inside if (one["pid"], one["tid"]) == thread]
    work = Counter(one["name"] for one in main if one["name"] in WORK and one["ph"] in "BXI")
    # Frames from before the card was handed over, of a hover that ends, are none of the flight.
    handed_over = next(one["ts"] + one["dur"] for one in main if one["name"] == COMMIT)
    drawn = sorted(one["ts"] for one in inside if one["name"] == DRAWN and one["ts"] > handed_over)
    first = drawn[0]
    slots = [0.0] * max(1, int((end - first) / FRAME))
    for task in events:  # those too that began before: a long task is in many sixtieths
        if task["name"] == "RunTask" and task["ph"] == "X" and (task["pid"], task["tid"]) == thread:
            since = task["ts"] - first
            until = since + task.get("dur", 0)
            for at in range(max(0, int(since / FRAME)), min(len(slots), int(until / FRAME) + 1)):
                inside_slot = min(until, (at + 1) * FRAME) - max(since, at * FRAME)
                slots[at] += max(0.0, inside_slot) / 1000
    return {
        "press_to_first_frame_ms": (first - press["ts"]) / 1000,
        "flight_ms": (end - begin["ts"]) / 1000,
        "frames": len(drawn),
        "frames_per_second": (len(drawn) - 1) * 1_000_000 / (drawn[-1] - first),
        "main_thread_ms": slots,
        **{name: work[name] for name in WORK},
    }


def together(flights: list[dict[str, Any]]) -> dict[str, Any]:
    """Several flights in one: medians."""
    busy = [slot for flight in flights for slot in flight["main_thread_ms"]]
    return {
        **{name: round(median(flight[name] for flight in flights), 1) for name in (*TIMES, *WORK)},
        "main_thread_ms_per_frame": round(median(busy), 2),
        "sixtieths": len(busy),
        "sixtieths_full": sum(slot > 0.95 * FRAME / 1000 for slot in busy),
    }


def main() -> int:
    """Measure both games."""
    found = {}
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as site,
        sync_playwright() as playwright,
        launched(playwright) as browser,
    ):
        for game in ("level10", "luz"):
            flights = [measured(trace(browser, site, game)) for _ in range(FLIGHTS)]
            found[game] = together(flights)
            print(f"{game}: {found[game]}", flush=True)
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
