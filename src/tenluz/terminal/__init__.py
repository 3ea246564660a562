"""The table in the terminal: people at one keyboard, and bots.

words.py      what the terminal must be told of a game; level10/ and luz/ tell it
table.py      a match with its seats and what was said: the fold of a log
save.py       that log as a file
session.py    the course of an evening: whose turn, who looks at the screen
orders.py     what a person may type besides moves
screen.py     what the screen must do; plain.py and coloured.py do it
"""
