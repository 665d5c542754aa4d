"""Dates, holidays and vacations of a campaign."""
