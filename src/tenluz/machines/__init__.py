"""What it takes to run compiled code on a machine: which of it tables need, and how to get it."""
