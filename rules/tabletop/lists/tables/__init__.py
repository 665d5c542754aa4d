"""Lists in columns (Tabletop E)."""
