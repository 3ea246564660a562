"""Games in bulk: simulation on all cores, and what it tells."""
