"""Bots for Luz."""
