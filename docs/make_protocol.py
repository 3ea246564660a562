"""Write docs/protocol.md from the server's models, with the example bot at its end.

    python docs/make_protocol.py            writes it
    python docs/make_protocol.py --check    fails if it is not fresh

The text itself is made by tenluz.server.guide, which also makes the page /api/docs.
"""

import sys
from pathlib import Path

from tenluz.server.guide.markdown import code, heading, paragraph, text_of
from tenluz.server.guide.whole import markdown

DOCS = Path(__file__).resolve().parent
TARGET = DOCS / "protocol.md"
BOT = DOCS.parent / "examples" / "bot.py"
HEAD = "<!-- Made by docs/make_protocol.py from the server's models: change those. -->\n\n"


def written() -> str:
    """The whole file."""
    return HEAD + markdown() + "\n" + text_of(_bot())


def _bot() -> list[str]:
    return [
        heading(2, "A bot"),
        paragraph(
            "`examples/bot.py` plays a whole game of either kind. It needs `pip install httpx "
            "websockets` and nothing of Tenluz. Start a server (`make play`), then "
            "`python examples/bot.py http://127.0.0.1:8010/luz`, or give it the link of a table "
            "with a free seat. For a bot inside Tenluz, compiled and able to search: "
            "[writing a bot](writing-a-bot.md)."
        ),
        code(BOT.read_text(encoding="utf-8"), "python"),
    ]


def main() -> int:
    text = written()
    if "--check" in sys.argv[1:]:
        fresh = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
        if not fresh:
            print(f"{TARGET.name} is not fresh: run docs/make_protocol.py", file=sys.stderr)
        return 0 if fresh else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
