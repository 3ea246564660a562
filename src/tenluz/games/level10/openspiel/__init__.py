"""Level 10 in OpenSpiel."""

from tenluz.games.level10.openspiel.game import Level10Spiel as SPIEL_GAME

__all__ = ["SPIEL_GAME"]
