"""The forms in which lists come: files of roster programs, columns, lines of text."""
