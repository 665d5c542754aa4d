"""The army of a seat: its pick, its rules, its approval."""
