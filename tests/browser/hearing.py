"""A page as a screen reader is told it: Chromium's own accessibility tree, and what is wrong
with it."""

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
