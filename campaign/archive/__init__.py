"""The end of a war: everything opened, replayed, counted."""
