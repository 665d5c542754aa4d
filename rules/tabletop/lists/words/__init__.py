"""The words of lists as data, and how they are found in a line."""
