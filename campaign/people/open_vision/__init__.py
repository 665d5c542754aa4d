"""Players agree to what all may see of a war, turns late; facilitators may end that (Face C1)."""
