"""The rules of Oh Hell, compiled. They know NumPy, Numba and `tenluz.engine`, and no words."""
