"""The list of open wars: which look for players, and how somebody asks for a seat (Face C2)."""
