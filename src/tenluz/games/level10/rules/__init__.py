"""The rules of Level 10, compiled. NumPy and Numba only."""
