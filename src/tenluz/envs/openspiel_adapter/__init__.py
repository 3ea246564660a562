"""What games of OpenSpiel have in common: states of bytes, dealing by chance, observers.

`tenluz.envs.openspiel` registers the games; their own parts `openspiel` are made from this.
"""
