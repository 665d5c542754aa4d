"""Fails."""

raise SystemExit(3)
