"""Bots for Level 10."""
