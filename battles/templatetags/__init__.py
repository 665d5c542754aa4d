"""Template tags of the battles."""
