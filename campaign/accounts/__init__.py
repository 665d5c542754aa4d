"""A person's account."""
