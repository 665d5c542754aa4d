"""What people write to each other and to all."""
