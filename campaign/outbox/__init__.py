"""What is to be told, stored with what it tells of."""
