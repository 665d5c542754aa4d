"""In a real browser."""
