"""Seats, roles and deputies."""
