"""What the pages around a battle read."""
