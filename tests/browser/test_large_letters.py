"""Letters of twice the size: nothing is cut, covered or out of reach; one may have to scroll."""

from tests.browser import looks
from tests.browser.conftest import Arrive
from tests.browser.people import QUICK
from tests.browser.site import Site
from tests.browser.test_for_everybody import rules_of_level10, rules_of_luz, visiting
from tests.browser.tour import NAME_CUT, SCREENS

# Letters of twice the size, as browsers make them: all that is measured in letters grows too.
LARGE = "document.documentElement.style.fontSize = '212.5%'"
NORMAL = "document.documentElement.style.fontSize = ''"
LARGE_SIZES = [(1280, 800), (390, 844)]
READ = ["start", "level10-first", "level10-turn", "level10-swap", "luz-bid", "luz-trick"]
ENDS = ["level10-won", "level10-lost", "luz-deal-end", "luz-end"]

# What may be pressed and cannot be brought into the window, or lies under something else there.
REACH = """() => {
  const PRESSED = ':is(main, header) :is(button, label, select, summary, a[href])';
  const found = [];
  for (const one of document.querySelectorAll(PRESSED)) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('.for-readers')) continue;
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = one.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!at || !(one.contains(at) || at.contains(one))) found.push(one.outerHTML.slice(0, 120));
  }
  scrollTo(0, 0);
  const says = document.querySelector('.says');
  if (says && says.clientWidth < 150) found.push('the prompt has no room');
  return found;
}"""


def test_letters_of_twice_the_size(arrive: Arrive, site: Site) -> None:
    visit = visiting(arrive(settings=QUICK), site)
    page = visit.person.page
    found: dict[str, list[str]] = {}
    tables = [SCREENS[name] for name in (*READ, *ENDS)]
    for show in [*tables, rules_of_level10, rules_of_luz]:
        show(visit)
        for width, height in LARGE_SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(LARGE)
            # What is scrolled away lies over nothing: REACH sees what truly does.
            ignored = (NAME_CUT.search, lambda one: " lies over " in one)
            wrong = [one for one in looks.wrong(page) if not any(how(one) for how in ignored)]
            for one in [*wrong, *page.evaluate(REACH)]:
                found.setdefault(one, []).append(f"{show.__name__} {width}")
            page.evaluate(NORMAL)
    assert not found, "\n".join(f"{one}: {where}" for one, where in found.items())
