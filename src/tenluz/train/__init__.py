"""A baseline that learns from scratch by playing itself: masked PPO, in PyTorch.

    settings.py    what a run is: the game, sizes, rates
    lessons.py     what differs between games: what is paid, who is credited, what is measured
    network.py     observation -> scores of actions, and a value
    choice.py      which actions, by chance, and how likely they were
    tables.py      the vector environment as tensors
    rollout.py     a stretch of play in every game
    credit.py      what each decision was worth
    update.py      better weights from that
    graphs.py      the same work as CUDA graphs; slower.py what is said where that fails
    learner.py     all of it together, one round at a time

What a person sees of it is in run.py, curves.py, plot.py; what is kept, in checkpoint.py; how
well the network plays in the end, in evaluate.py. Importing this package does not need PyTorch.
"""
