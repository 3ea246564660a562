"""The table in the terminal: people at one keyboard, and bots.

game_text.py      what the terminal must be told of a game, by its part `terminal`; any_game.py
                  tells it of one without that part
messages.py       sentences in the reader's language, and who is who in them
terminal_game.py  a game with its seats: the fold of a log, by way of engine/table.py
save.py           that log as a file
session.py        the course of a game: whose turn, who looks at the screen
commands.py       what a person may type besides moves
display.py        what a display must do, and one of plain lines; rich_display.py is the other
"""
