"""Promises: offered and accepted in a talk, broken on the map."""
