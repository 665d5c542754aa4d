"""Maps before the war: drawn, read, written, judged. Pure functions; only the picture needs a library."""
