"""What an army is told after a turn, as values, as lines and as plain text."""
