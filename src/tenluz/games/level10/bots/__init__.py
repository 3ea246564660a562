"""The bots of Level 10, from the weakest to the strongest."""

from functools import partial

from tenluz.bots.bot import Bot
from tenluz.bots.registry import RANDOM
from tenluz.games.level10.bots import champion_bot, expert_bot, novice_bot, random_bot, rules_bot
from tenluz.games.level10.bots.listening import Listening
from tenluz.games.level10.bots.talk import full_statement, statement

BOTS = (
    Bot(RANDOM, random_bot.choose, title="Random"),
    Bot("novice", novice_bot.choose, statement, title="Novice"),
    Bot("rules", rules_bot.choose, statement, title="Casual", aliases=("casual",)),
    Bot("expert", None, full_statement, partial(Listening, expert_bot.make), title="Expert"),
    Bot(
        "champion",
        None,
        full_statement,
        partial(Listening, champion_bot.make),
        title="Champion",
        slow=True,
    ),
)
