"""The companion's rules: what happens at a table, in plain frozen values (Tabletop A to E)."""
