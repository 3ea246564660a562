"""A page as a screen reader is told it: Chromium's own accessibility tree, what is wrong with it,
and what its live regions say.

No screen reader runs here. LISTEN follows what they agree on: a change inside a live region that
was there before is spoken, in a `status` or `alert` with everything around it; what goes away is
not."""

from typing import Any

from playwright.sync_api import Page

NEEDS_NAME = {
    "button",
    "checkbox",
    "combobox",
    "link",
    "radio",
    "radiogroup",
    "region",
    "table",
    "textbox",
}
PICTURES = {"image", "img", "svg", "graphics-document", "SvgRoot"}
ONE_EACH = {"main": 1, "banner": 1}


class Heard:
    """One node of the tree."""

    def __init__(self, node: dict[str, Any]) -> None:
        self.ignored: bool = node.get("ignored", False)
        self.role = str(node.get("role", {}).get("value", ""))
        self.name = str(node.get("name", {}).get("value", "")).strip()
        self.properties = {
            one["name"]: one["value"].get("value") for one in node.get("properties", ())
        }

    def __repr__(self) -> str:
        return f"{self.role} {self.name!r}"


def tree(page: Page) -> list[Heard]:
    """Everything that is read, in order."""
    session = page.context.new_cdp_session(page)
    try:
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    finally:
        session.detach()
    return [one for one in map(Heard, nodes) if not one.ignored]


def wrong(page: Page) -> list[str]:
    """What a listener would miss."""
    heard = tree(page)
    found = [f"without a name: {one}" for one in heard if one.role in NEEDS_NAME and not one.name]
    found += [
        f"a picture without words: {one}" for one in heard if one.role in PICTURES and not one.name
    ]
    for role, count in ONE_EACH.items():
        there = sum(one.role == role for one in heard)
        if there != count:
            found.append(f"{there} of {role}, not {count}")
    levels = [int(one.properties.get("level", 0)) for one in heard if one.role == "heading"]
    if levels.count(1) != 1:
        found.append(f"headings of levels {levels}: one must be the first")
    found += page.evaluate(
        """() => {
          const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
          return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two of #${id}`);
        }"""
    )
    return found


# Every utterance from now on, in order: which region, and what.
LISTEN = """
if (location.protocol !== 'about:') {
  const LIVE = '[aria-live]:not([aria-live=off]), [role=status], [role=log], [role=alert]';
  const known = new WeakSet();
  const name = (region) => region.id || region.className || region.role;
  const text = (node) => node.textContent.replace(/\\s+/g, ' ').trim();
  const say = (region, words) => words && window.spoken.push([name(region), words]);
  window.spoken = [];
  new MutationObserver((changes) => {
    const changed = new Map();
    for (const { type, target, addedNodes } of changes) {
      const region = (target.closest ? target : target.parentElement)?.closest(LIVE);
      if (!region || !known.has(region) || !region.checkVisibility()) continue;
      if (!changed.has(region)) changed.set(region, new Set());
      const nodes = type === 'childList' ? addedNodes : [target];
      for (const node of nodes) changed.get(region).add(node);
    }
    for (const [region, nodes] of changed) {
      const whole = region.ariaAtomic === 'true' || ['status', 'alert'].includes(region.role);
      if (whole) say(region, nodes.size ? text(region) : '');
      else
        for (const node of nodes)
          if (node.isConnected && ![...nodes].some((one) => one !== node && one.contains(node)))
            say(region, text(node));
    }
    for (const region of document.querySelectorAll(LIVE)) known.add(region);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}
"""


def spoken(page: Page) -> list[tuple[str, str]]:
    """What was said so far, where LISTEN was there from the start: the region and the words."""
    return [(region, text) for region, text in page.evaluate("window.spoken")]
