"""How shots, assaults, strikes and moves at the table end."""
