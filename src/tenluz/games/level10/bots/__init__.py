"""The bots of Level 10, from the weakest to the strongest."""

from functools import partial

from tenluz.bots.bot import Bot
from tenluz.bots.expert_weights import Weights
from tenluz.bots.registry import RANDOM
from tenluz.games.level10.bots import champion_bot, expert_bot, novice_bot, random_bot, rules_bot
from tenluz.games.level10.bots.listening import Listening
from tenluz.games.level10.bots.reasons import REASONS, explain
from tenluz.games.level10.bots.talk import full_statement, statement

WHY = {code: values for code, (_, values) in REASONS.items()}  # what `explain` can say


def expert_with(weights: Weights) -> Listening:
    """The expert with other weights."""
    return Listening(partial(expert_bot.make, weights))


BOTS = (
    Bot(RANDOM, random_bot.choose, title="Random", compile_seconds=0.5),
    Bot(
        "novice", novice_bot.choose, statement, explain=explain, title="Novice", compile_seconds=18
    ),
    Bot(
        "rules",
        rules_bot.choose,
        statement,
        None,
        explain,
        title="Casual",
        aliases=("casual",),
        compile_seconds=9,
    ),
    Bot(
        "expert",
        statement=full_statement,
        make=partial(Listening, expert_bot.make),
        explain=explain,
        title="Expert",
        compile_seconds=5,
    ),
    Bot(
        "champion",
        statement=full_statement,
        make=partial(Listening, champion_bot.make),
        explain=explain,
        title="Champion",
        slow=True,
        compile_seconds=8,
    ),
)
