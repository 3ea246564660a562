"""Players that are not people. A bot takes a view and gives a move; it never sees a state."""
