"""What people call themselves: as long as the server lets them, in wide letters, other alphabets
and pictures, without a space. On the smallest phone with five at the table nothing breaks."""

import pytest
from playwright.sync_api import expect

from tests.browser import looks, staged
from tests.browser.conftest import Arrive
from tests.browser.site import Site

NAMES = (
    "W" * 24,
    "Щ" * 24,
    "\N{UNICORN FACE}" * 24,
    "Maximilian-von-Wolfenbüt",
    "Ждущая Ыж Щукинская Юлия",
)
POSITIONS = {
    "level10": (staged.choosing, staged.any_turn, staged.won, staged.lost),
    "luz": (staged.bidding, staged.any_turn, staged.over),
}
# A name may end in an ellipsis; the rest may not.
NAME_CUT = tuple(name[:20] for name in NAMES)


@pytest.mark.parametrize("game", POSITIONS)
def test_long_names_break_nothing(arrive: Arrive, site: Site, game: str) -> None:
    (me_is, cookie), *others = [site.guest(name) for name in NAMES]
    me = arrive("pl", phone=True, viewport={"width": 360, "height": 640})
    found: dict[str, list[str]] = {}
    for wanted in POSITIONS[game]:
        stage = staged.find(game, wanted, players=5)
        me.sit(staged.put(site, stage, me_is, [guest for guest, _ in others], pace=10), cookie)
        expect(me.page.get_by_role("main")).to_be_visible()
        for one in looks.wrong(me.page, touch=True):
            if not (one.startswith("cut: ") and any(name in one for name in NAME_CUT)):
                found.setdefault(one, []).append(wanted.__name__)
    assert not found, "\n".join(f"{one}: {where}" for one, where in found.items())
