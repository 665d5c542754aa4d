"""Honours, and when people can play."""
