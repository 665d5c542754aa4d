"""The companion at the table: rules.tabletop, kept in rows, shown on phones."""
