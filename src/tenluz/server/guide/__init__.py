"""The protocol for people who write programs, made from the server's own models.

It is one Markdown text: docs/protocol.md, and rendered the page /api/docs. What it says of
messages, games, reasons and limits is read from the code: types, docstrings, and the comment
beside a field. Only the story around them is written here.
"""
