"""A unit that is told in several lines, or in pieces of one (Tabletop E)."""
