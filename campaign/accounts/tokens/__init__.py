"""Tokens of programs."""
