"""The bots of Luz, from the weakest to the strongest. `random` is the one for any game."""

from tenluz.bots.bot import Bot
from tenluz.bots.registry import random_bot
from tenluz.games.luz.bots import champion_bot, expert_bot, novice_bot, rules_bot
from tenluz.games.luz.bots.reasons import REASONS, explain
from tenluz.games.luz.game import GAME

WHY = {code: values for code, (_, values) in REASONS.items()}  # what `explain` can say

expert_with = expert_bot.make  # the expert with other weights

BOTS = (
    random_bot(GAME),
    Bot("novice", novice_bot.choose, explain=explain, title="Novice", compile_seconds=3),
    Bot(
        "rules",
        rules_bot.choose,
        explain=explain,
        title="Casual",
        aliases=("casual",),
        compile_seconds=2.5,
    ),
    Bot("expert", make=expert_bot.make, explain=explain, title="Expert", compile_seconds=16),
    Bot(
        "champion",
        make=champion_bot.make,
        explain=explain,
        title="Champion",
        slow=True,
        compile_seconds=1,
    ),
)
