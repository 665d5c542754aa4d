"""How a whole list is laid out, told from all of its lines at once (Tabletop E)."""
