"""axe-core, which knows several hundred ways in which a page shuts somebody out. It comes with the
client's packages; `python web/tools/build.py packages` brings all of them."""

import functools

from playwright.sync_api import Page

from tests.browser.words import ROOT

SOURCE = ROOT / "web/node_modules/axe-core/axe.min.js"
RUN = """async (rules) => {
  const only = rules ? { runOnly: rules } : {};
  // Else style sheets are fetched again, for a rule that is off by default.
  const usual = { resultTypes: ['violations'], preload: false };
  const { violations } = await axe.run(document, { ...usual, ...only });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, all, none }) => {
      const [why] = [...any, ...all, ...none];
      return `${id}: ${html.slice(0, 160)} ${why?.message ?? ''}`;
    }));
}"""


@functools.cache
def _source() -> str:
    assert SOURCE.is_file(), "axe-core is missing. First: python web/tools/build.py packages"
    return SOURCE.read_text("utf-8")


def wrong(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe finds on a page as it is now, by all its rules or by these."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())
    found: list[str] = page.evaluate(RUN, rules)
    return found
