"""Plans: read, checked, stored, and what a seat knows when it plans."""
