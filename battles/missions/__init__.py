"""The mission of a battle: drawn, chosen, refused."""
