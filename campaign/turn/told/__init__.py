"""What each seat is told of a turn, and its map."""
