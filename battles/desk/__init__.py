"""Battles as the facilitator's desk sees them."""
