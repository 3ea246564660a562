"""The table in the terminal: people at one keyboard, and bots.

game_text.py  what the terminal must be told of a game, by its part `terminal`; any_game.py
              tells it of one without that part
table.py      a match with its seats and what was said: the fold of a log
save.py       that log as a file
session.py    the course of a game: whose turn, who looks at the screen
commands.py   what a person may type besides moves
display.py    what a display must do; plain_display.py and rich_display.py do it
"""
