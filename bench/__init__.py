"""Measurements: ratios taken side by side in one run, never absolute times. ``python -m bench --help``."""
