"""Forfeit claims."""
