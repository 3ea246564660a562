"""A first bot: it sits down at a table of a Tenluz server and plays legal moves at random.

pip install httpx websockets
python examples/bot.py http://127.0.0.1:8010/luz       a new table, with three other bots
python examples/bot.py http://127.0.0.1:8010/table/…   a free seat at a friend's table
"""

import json
import random
import sys
import time
from urllib.parse import urlsplit

import httpx
from websockets.sync.client import connect


def choose(moves):
    """The whole brain. Each move has a number, a kind, and what it is about."""
    if moves[0]["kind"] == "first":  # Level 10 begins when all have proposed the same seat
        return moves[0]
    return random.choice([move for move in moves if not move.get("loses")] or moves)


def play(socket):
    """Say hello, take a seat, move whenever there are moves; what we see at the end."""
    socket.send('{"type": "hello"}')
    for number, text in enumerate(socket):
        heard = json.loads(text)
        screen, command = heard.get("screen"), {"id": f"c{number}"}
        if heard["type"] == "bye":
            sys.exit(f"The server says goodbye: {heard['reason']}")
        if heard["type"] == "welcome" and heard["you"] < 0:
            free = [place for place, seat in enumerate(heard["seats"]) if seat["kind"] == "free"]
            if not free:
                sys.exit("There is no free seat at this table.")
            socket.send(json.dumps({"type": "sit", "seat": free[0], **command}))
        elif screen and screen["phase"] == "over":
            return screen
        elif screen and screen["moves"]:
            time.sleep(0.1)  # a server takes ten messages a second
            move = choose(screen["moves"])["move"]
            socket.send(json.dumps({"type": "move", "at": heard["seq"], "move": move, **command}))


link = urlsplit(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8010/level10")
table = link.path.rpartition("/")[2]
with httpx.Client(base_url=f"http://{link.netloc}") as http:
    http.put("/api/me", json={"name": "Robo"})  # gives us our cookie
    if "/table/" not in link.path:
        seats = [{"kind": "me"}, *[{"kind": "bot"}] * 3]
        made = http.post("/api/tables", json={"game": table, "seats": seats, "pace": 0})
        table = made.json()["table"] if made.is_success else sys.exit(made.text)
    elif (seen := http.get(f"/api/tables/{table}")).is_error:
        sys.exit(seen.text)
    cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in http.cookies.items())}
with connect(f"ws://{link.netloc}/ws/{table}", additional_headers=cookie) as server:
    end = play(server)
print(f"Over. {end.get('totals') or end.get('score')}")
