"""The war map, a player's campaign page."""
