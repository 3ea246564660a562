"""A baseline that learns from scratch by playing itself: masked PPO, in PyTorch.

    config.py         what a run is: the game, sizes, coefficients
    game_config.py    what differs between games: what is paid, whose advantage it is, what is told
    tensor_env.py     the vector environment as tensors
    network.py        observation -> a score for every action, and a value
    policy.py         actions sampled from the scores, and their probabilities
    rollout.py        some steps of play in every game
    advantage.py      generalised advantage estimation at a table with many seats
    update.py         PPO's clipped gradient steps
    graphs.py         the same work as CUDA graphs, and what is said where that fails
    learner.py        all of it together, one round at a time

What a person sees of it is in run.py, display.py, plot.py; what is kept, in
checkpoint.py; how well the network plays in the end, in evaluate.py and report.py. Importing this
package does not need PyTorch.
"""
