"""The forms around a battle."""
