"""Beside and after a battle at the table: unit cards, luck, a rematch, a summary that people send on."""
