"""Level 10: cooperative, 1 to 5 players, a grid of five rows and ten columns."""
