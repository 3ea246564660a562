"""Tables in the browser: a server that keeps every acknowledged move.

protocol.py           every message of the socket, both ways, as types
http_models.py        what is asked and answered over HTTP, as types
refusals.py           why something is not done
store.py              the log of every table, on disk; database.py, schema.py its SQL
data_folder.py        the folder for it: one owner, one server, and the key that signs
table_log.py          a table as its log tells it: a fold over the entries
seating.py            who sits where; asks.py who would like to
table.py              one live table: its log, and the people looking at it; asking.py how somebody
                      is let in to its game
live_tables.py        the tables that are live now
bots.py               bots at tables: they get a view and post the same commands as people
connection.py         one client's connection; websocket_io.py sends its messages
api.py                tables over HTTP; guests.py knows who asks
names.py              what people may be called
pages.py              the built client
http_io.py            bounds on a request before it is parsed
health.py             whether all is well
app.py                everything together; http_guard.py sees every request first
ports.py              where a server is reached
workers.py            several processes; connection_router.py hands each the connections of its
                      shard of the tables, table_sharding.py says which those are
guide/                all of this for people who write programs
"""
