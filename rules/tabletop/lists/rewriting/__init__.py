"""Lines as their writer meant them: his marks and his sums written out before they are read (Tabletop E)."""
