"""What surrounds a battle."""
