"""Luz in OpenSpiel."""
