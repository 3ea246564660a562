"""How fast the games are, beside the best peers: `make bench`."""
