"""What the site says of itself: who runs it, what it keeps for how long, and the terms (Trust 5)."""
