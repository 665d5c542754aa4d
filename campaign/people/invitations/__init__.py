"""Invitations, and joining by them."""
