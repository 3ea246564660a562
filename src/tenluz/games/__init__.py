"""The games, a folder each. Everything about a game is in its folder, and nothing of another.

docs/adding-a-game.md says what a folder holds. The catalogue (`engine/catalogue.py`) finds them,
and those of other distributions.
"""
