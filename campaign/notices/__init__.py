"""How people wish to be told, and the list of what they were told."""
