"""Rows in and out of the database: many at once, as plain data, by queries that are kept."""
