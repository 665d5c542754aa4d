"""Who may do what about a battle, and the clock of contact."""
