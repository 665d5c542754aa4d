"""Posters and films as files."""
