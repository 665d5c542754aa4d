"""Campaigns as files, out and in."""
