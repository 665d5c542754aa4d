"""Draws maps, posters and films: what the child process runs, without the app."""
