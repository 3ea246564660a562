"""The table of an environment as text or as pixels, as one seat sees it.

Everything is made from the screen of a seat and from what everybody saw happen. A game's part
`picture` has a `PAINTER`; a game without one is shown as the values of its screen. Drawing takes
far longer than playing, so nothing here runs without a render mode. Pixels need Pillow.
"""
