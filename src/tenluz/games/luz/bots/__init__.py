"""The bots of Luz, from the weakest to the strongest. `random` is the one for any game."""

from tenluz.bots.registry import Bot, random_bot
from tenluz.games.luz.bots import rules_bot
from tenluz.games.luz.game import GAME

BOTS = (random_bot(GAME), Bot("rules", rules_bot.choose))
