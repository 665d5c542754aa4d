"""Webhooks of people and of programs."""
