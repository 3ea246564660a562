"""The bots of Luz, from the weakest to the strongest. `random` is the one for any game."""

from tenluz.bots.bot import Bot
from tenluz.bots.registry import random_bot
from tenluz.games.luz.bots import novice_bot, rules_bot, search_bots
from tenluz.games.luz.game import GAME

BOTS = (
    random_bot(GAME),
    Bot("novice", novice_bot.choose, title="Novice"),
    Bot("rules", rules_bot.choose, title="Casual", aliases=("casual",)),
    Bot("expert", make=search_bots.make_expert, title="Expert"),
    Bot("champion", make=search_bots.make_champion, title="Champion", slow=True),
)
