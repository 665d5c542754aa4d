"""Dossiers and starting packets."""
