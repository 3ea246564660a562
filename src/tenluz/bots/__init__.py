"""What bots share. A bot takes a view and gives a move; it never sees a state.

The bots themselves are parts of their games: `games/<game>/bots`.
"""
