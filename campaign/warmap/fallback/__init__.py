"""The orders that stand in for a plan that is missing."""
