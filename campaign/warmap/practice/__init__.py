"""Practice: a turn tried out from what the player knows."""
