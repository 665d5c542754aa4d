"""Visitors' scenarios, adjudicated while they wait."""
