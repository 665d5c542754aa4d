"""The map editor."""
