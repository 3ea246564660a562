"""Everything that environments say in some games, as hashes: `python -m tests.envs.hashes`."""

import hashlib

from tests.envs.cases import moments, raw

GAMES = [
    ("level10", {"players": 3, "talk": True, "shaped": True}),
    ("level10", {"players": 2, "first_player": "together", "edition": "ru", "open_counts": True}),
    ("luz", {"players": 3, "hand": 4}),
    ("luz", {"players": 5, "deals": 1, "bead_limit": True, "reward": "rank"}),
]


def hashes() -> list[str]:
    """One for each of GAMES, over five seeds."""
    found = []
    for game, options in GAMES:
        said = hashlib.sha256()
        for seed in range(5):
            table = raw(game, options, seed)
            for moment in moments(table, seed):
                for agent in table.possible_agents:
                    seen = moment.observe(agent)
                    said.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
                said.update(repr((moment.agent_selection, moment.rewards)).encode())
        found.append(said.hexdigest())
    return found


if __name__ == "__main__":
    print("\n".join(hashes()))
