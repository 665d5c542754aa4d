"""How the clock goes about the due turns: which is begun, for how long, and whose fault it was."""
