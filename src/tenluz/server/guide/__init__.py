"""The protocol for people who write programs, made from the server's own models.

docs/protocol.md and the page /api/docs are two renderings of one text. What it says of
messages, games, reasons and limits is read from the code: types, docstrings, and the comment
beside a field. Only the story around them is written here.
"""
