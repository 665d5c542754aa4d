"""What both sides tell of a battle."""
