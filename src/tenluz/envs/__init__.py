"""Both games in the interfaces that researchers use. See docs/envs.md.

    level10_v0, luz_v0     PettingZoo, one game at a time          (extra `envs`)
    openspiel              both games registered in pyspiel        (extra `openspiel`)
    vector                 many games at once, on the CPU or a GPU (extra `gpu`)

Everything here is made from views: an environment tells nobody what a seat may not know.
"""
