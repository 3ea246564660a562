"""The rules of both games, and nothing else. Imports numpy and numba only."""
