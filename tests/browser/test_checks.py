"""The checks that all other tests lean on see what is wrong, when it is."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import hearing, looks
from tests.browser.conftest import Arrive
from tests.browser.ways import Keys

# Each check, and something that it must see.
UGLY = {
    "beyond the edge|wide": "<p data-style='width: 3000px'>wide</p>",
    "cut": "<button data-style='width: 3rem; white-space: nowrap'>much too long</button>",
    "cut: <select": "<select data-style='width: 6rem; height: 2.6rem; white-space: normal'>"
    "<option>much too long for two lines</option></select>",
    "lies over": "<p><button>one</button><button data-style='margin: -2rem'>other</button></p>",
    "small": "<button data-style='width: 1rem; height: 1rem; min-width: 0; padding: 0'>x</button>",
    "faint": "<p data-style='color: #aaa; background: #fff'>faint</p>",
}
# The policy allows no styles in the page, but a script may set them.
ADD = """(ugly) => {
  document.querySelector('main').insertAdjacentHTML('beforeend', ugly);
  for (const element of document.querySelectorAll('[data-style]'))
    element.style.cssText = element.dataset.style;
}"""


REMOVE = "document.querySelectorAll('main [data-style]').forEach((one) => one.remove())"


def test_what_looks_wrong_is_seen(arrive: Arrive) -> None:
    me = arrive()
    me.go()
    expect(me.play()).to_be_enabled()
    assert looks.wrong(me.page) == []
    before = set(looks.wrong(me.page, touch=True))  # this is no phone
    for sign, ugly in UGLY.items():
        me.page.evaluate(ADD, ugly)
        found = set(looks.wrong(me.page, touch=True)) - before
        assert any(re.search(sign, one) for one in found), sign
        me.page.evaluate(REMOVE)
    assert looks.wrong(me.page) == []


def test_what_cannot_be_heard_is_noticed(arrive: Arrive) -> None:
    me = arrive()
    me.go()
    expect(me.play()).to_be_enabled()
    assert hearing.wrong(me.page) == []
    me.page.evaluate(
        """() => document.querySelector('main').insertAdjacentHTML('beforeend',
          '<button></button><img src="/icon.svg"><h1>again</h1><main></main><i id="theme"></i>')"""
    )
    assert len(hearing.wrong(me.page)) == 5


def test_a_focus_that_is_lost_or_not_seen_is_noticed(arrive: Arrive) -> None:
    me = arrive(keys=True)
    me.go()
    keys = me.way
    assert isinstance(keys, Keys)
    keys.key("Tab")
    me.page.evaluate("document.activeElement.style.outline = 'none'")
    with pytest.raises(AssertionError, match="not seen"):
        keys.check_focus()
    me.page.evaluate("document.activeElement.blur()")
    with pytest.raises(AssertionError, match="nothing"):
        keys.check_focus()


def test_whatever_goes_wrong_is_noted(arrive: Arrive) -> None:
    me = arrive()
    me.page.route("**/api/broken", lambda route: route.fulfill(status=500, body="{}"))
    me.go()
    me.page.evaluate(
        """async () => {
          console.error('on the console');
          setTimeout(() => { throw new Error('nobody caught it'); });
          await fetch('/api/broken');
          const image = new Image();
          image.src = 'http://127.0.0.1:9/another.png';
          await new Promise((done) => (image.onerror = done));
        }"""
    )
    me.page.wait_for_function("true")
    noted = "\n".join(me.problems)
    for sign in ("on the console", "nobody caught it", "500 from", "content policy"):
        assert sign in noted
    me.problems.clear()
