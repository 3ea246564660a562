"""Luz in OpenSpiel."""

from tenluz.games.luz.openspiel.game import LuzSpiel as SPIEL_GAME

__all__ = ["SPIEL_GAME"]
