"""Army lists, sealed until both are in."""
