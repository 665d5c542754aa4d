"""The plan page: orders on the map, as a form, for programs."""
