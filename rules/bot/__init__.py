"""A player that needs no person, and whole wars between such players."""
