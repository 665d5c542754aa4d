"""What a club asks of whoever plays: its texts in versions, and who has agreed to which."""
