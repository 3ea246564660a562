"""What games are made of: records, compiled functions, chance, options, records of whole games.

Knows no game. NumPy and Numba only.
"""
