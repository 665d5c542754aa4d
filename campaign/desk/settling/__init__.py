"""Orders in a player's own words, and what the facilitator says comes of them (Rules 14.3)."""
