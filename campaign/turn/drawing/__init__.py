"""The dice of a turn with open dice are drawn between its plans and its movement (Trust 4)."""
