"""Films of turns."""
