"""Services write: each does one thing that a person or a deadline asks for, in one transaction."""
