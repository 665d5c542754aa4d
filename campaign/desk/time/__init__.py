"""Dates at the desk: extending, holding, pausing."""
