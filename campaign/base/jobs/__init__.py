"""Work that is asked for now and done later, under a lease."""
