"""The bots of Level 10, from the weakest to the strongest."""

from tenluz.bots.registry import RANDOM, Bot
from tenluz.games.level10.bots import random_bot, rules_bot
from tenluz.games.level10.bots.talk import statement

BOTS = (Bot(RANDOM, random_bot.choose), Bot("rules", rules_bot.choose, statement))
