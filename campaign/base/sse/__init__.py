"""Answers that stay open until something has changed."""
