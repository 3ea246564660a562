"""Luz: trick-taking, 3 to 5 players; everybody sees your cards but you."""
