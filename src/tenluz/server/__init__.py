"""Tables in the browser: a server that keeps every acknowledged move.

protocol.py   every message, both ways, as types
store.py      the log of every table, on disk
table.py      one live table: a fold over its log
hall.py       the tables that are live now
bots.py       bots at tables: they get a view and post the same commands as people
socket.py     one client's connection
api.py        tables over HTTP
app.py        everything together
"""
