"""Battles in dispute, and who rules on them."""
