"""A first bot: it sits down at a table of a Tenluz server and plays legal moves at random.

    pip install httpx websockets
    python examples/bot.py luz                               a new table, with three other bots
    python examples/bot.py http://192.168.7.7:8010/luz       the same on another server
    python examples/bot.py http://192.168.7.7:8010/table/…   a free seat at a friend's table

It prints how the game ended. What is said both ways: docs/protocol.md.
"""

import itertools
import json
import random
import sys
import time
from urllib.parse import urlsplit

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

HOME = "http://127.0.0.1:8010"
PAUSE = 0.1  # seconds before a move: a server takes ten messages a second


def choose(moves):
    """The whole brain. Each move has a number, a kind, and what it is about."""
    for move in moves:
        if move["kind"] == "first":  # Level 10 begins when all have proposed the same seat
            return move
    return random.choice([move for move in moves if not move.get("loses")] or moves)


def play(socket):
    """Say hello, take a seat, move whenever there are moves; what we see at the end."""
    ids = itertools.count()

    def say(kind, **more):
        socket.send(json.dumps({"type": kind, **more}))

    say("hello")
    for text in socket:
        heard = json.loads(text)
        if heard["type"] == "bye" or (heard["type"] == "refused" and heard["kind"] != "too_late"):
            sys.exit(f"The server says: {heard.get('why') or heard['reason']}")
        if heard["type"] == "welcome" and heard["you"] < 0:
            free = [place for place, seat in enumerate(heard["seats"]) if seat["kind"] == "free"]
            if not free:
                sys.exit("There is no free seat at this table.")
            say("sit", id=f"sit{next(ids)}", seat=free[0])
        elif "sight" in heard:
            sight = heard["sight"]
            if sight["phase"] == "over":
                return sight
            if sight["moves"]:
                chosen = choose(sight["moves"])
                time.sleep(PAUSE)
                say("move", id=f"move{next(ids)}", at=heard["seq"], move=chosen["move"])
    sys.exit("The server closed the connection.")


def main(where):
    """Play one game: at the table of a link, or at a new one of the game named."""
    link = urlsplit(where if "://" in where else f"{HOME}/{where}")
    table = link.path.rpartition("/")[2]
    with httpx.Client(base_url=f"{link.scheme}://{link.netloc}") as http:
        http.put("/api/me", json={"name": "Robo"}).raise_for_status()  # and here is our cookie
        if "/table/" not in link.path:
            seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "rules"}] * 3]
            made = http.post("/api/tables", json={"game": table, "seats": seats, "pace": 0})
            if made.is_error:
                sys.exit(made.json()["error"]["why"])
            table = made.json()["table"]
        cookie = {"Cookie": f"tenluz={http.cookies['tenluz']}"}
    scheme = "wss" if link.scheme == "https" else "ws"
    with connect(f"{scheme}://{link.netloc}/ws/{table}", additional_headers=cookie) as socket:
        try:
            end = play(socket)
        except ConnectionClosed as closed:
            sys.exit(f"The connection was closed: {closed}")
    if end["game"] == "level10":
        print(f"{'Won' if end['won'] else 'Lost'} with {end['score']['total']} points.")
    else:
        place = end["ranking"].index(end["seat"]) + 1
        print(f"Place {place} of {len(end['ranking'])}; points by seat: {end['totals']}.")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "level10")
