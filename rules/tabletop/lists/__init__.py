"""Army lists: pasted text, units, what is asked back."""
