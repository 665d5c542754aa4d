"""Features, relics and what happens by itself with them, while a campaign is being built."""
