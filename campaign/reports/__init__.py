"""Turn reports, and what a player takes home."""
