"""What people send to a table: offered, asked for, read, opened; and who guesses."""
