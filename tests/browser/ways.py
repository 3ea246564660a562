"""Three ways to press a button: a mouse, a finger, keys. Page objects take one of them, so
that the same game can be played in each way."""

from abc import ABC, abstractmethod
from typing import Any

from playwright.sync_api import Locator, Page, expect


class Way(ABC):
    """How somebody works a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    def press(self, button: Locator) -> None:
        """Press a button, or choose a radio button."""

    @abstractmethod
    def tick(self, box: Locator) -> None:
        """Tick a box, or take the tick away."""


class Mouse(Way):
    """A click, where the pointer would truly hit."""

    def press(self, button: Locator) -> None:
        """Click."""
        button.click()

    def tick(self, box: Locator) -> None:
        """Click."""
        box.click()


class Touch(Way):
    """A tap, where the finger would truly hit. looks.py says how large things must be."""

    def press(self, button: Locator) -> None:
        """Tap."""
        button.tap()

    def tick(self, box: Locator) -> None:
        """Tap its label."""
        box.locator("xpath=ancestor::label").tap()


# Where the focus is: whether anything has it, and whether it can be seen.
FOCUS = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return { what: 'nothing', visible: false };
  // An invisible radio button wears its outline on its label.
  const shown = [at, at.closest('label')].filter(Boolean);
  const outlined = shown.some((element) => {
    const style = getComputedStyle(element);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  });
  const box = at.getBoundingClientRect();
  const inside = box.width > 0 && box.bottom > 0 && box.top < innerHeight
    && box.right > 0 && box.left < innerWidth;
  return { what: at.outerHTML.slice(0, 200), visible: outlined && inside };
}"""

# Where the focus is as seen from a button: "there", "in its group", "before" or "after" it.
FROM_HERE = """(button) => {
  const at = document.activeElement;
  if (at === button) return 'there';
  const group = button.closest('[role=group], [role=radiogroup], .grid, fieldset');
  const roving = button.tabIndex < 0 || button.type === 'radio' || group?.contains(at);
  if (group?.contains(at) && roving) {
    const after = at.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING;
    return after ? 'group-before' : 'group-after';
  }
  if (at === document.body) return 'before';
  return at.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING ? 'before' : 'after';
}"""

KEY = {
    "before": "Tab",
    "after": "Shift+Tab",
    "group-before": "ArrowRight",
    "group-after": "ArrowLeft",
}
MOST_KEYS = 80


class Keys(Way):
    """Tab, arrows and Enter. After every key something has the focus, and it can be seen."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.pressed: list[str] = []

    def press(self, button: Locator) -> None:
        """Go to a button and press Enter."""
        expect(button).to_have_count(1)
        self.go_to(button)
        self.key("Enter", leaves=True)

    def tick(self, box: Locator) -> None:
        """Go to a box and press Space."""
        self.go_to(box)
        self.key("Space")

    def choose(self, radio: Locator) -> None:
        """Go to a radio button: the arrows choose it."""
        self.go_to(radio)
        expect(radio).to_be_checked()

    def go_to(self, button: Locator) -> None:
        """Bring the focus to a button."""
        for _ in range(MOST_KEYS):
            where = str(button.evaluate(FROM_HERE))
            if where == "there":
                return
            self.key(KEY[where])
        raise AssertionError(f"no way by keyboard to {button} after {self.pressed[-MOST_KEYS:]}")

    def key(self, key: str, *, leaves: bool = False) -> None:
        """Press a key. `leaves`: what had the focus may go away with it."""
        self.page.keyboard.press(key)
        self.pressed.append(key)
        if not leaves:
            self.check_focus()

    def check_focus(self) -> None:
        """Something has the focus, and one sees what."""
        focus: dict[str, Any] = self.page.evaluate(FOCUS)
        assert focus["visible"], f"after {self.pressed[-5:]} the focus is not seen: {focus['what']}"

    def wait_for_focus(self) -> None:
        """What had the focus may have gone; it is brought to something else at once."""
        self.page.wait_for_function(f"() => ({FOCUS})().visible")
