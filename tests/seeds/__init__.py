"""What the source documents say, held against what the table does."""
