"""Dice that can be checked."""
