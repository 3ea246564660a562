"""Tables in the browser: a server that keeps every acknowledged move.

protocol.py   every message, both ways, as types
store.py      the log of every table, on disk
log.py     what happened at a table: a fold over its log
table.py      one live table: its log, and the people looking at it
new_table.py  a table as it is made, also for the same people again
hall.py       the tables that are live now
bots.py       bots at tables: they get a view and post the same commands as people
socket.py     one client's connection
api.py        tables over HTTP
app.py        everything together
"""
