"""Dates offered and fixed, and their reminders."""
