"""Reminders of plans that are missing."""
