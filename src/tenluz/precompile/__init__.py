"""Compiling ahead of time: which functions people's tables need, and their code for each machine.

`python -m tenluz.precompile` builds the archives; `engine/precompiled.py` loads them.
"""
