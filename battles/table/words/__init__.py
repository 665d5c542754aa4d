"""What the companion says."""
