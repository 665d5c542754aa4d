"""The lines of a text: what each is, and what it says of all units (Tabletop E)."""
