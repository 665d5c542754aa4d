"""Squads: who in a unit holds what, who falls first, and lists that say nothing of it (page 9 B)."""
