"""What surrounds a battle, for programs."""
