"""The rules of Luz, compiled. NumPy and Numba only."""
