"""The truth of published turns, as a map and as its rows: for facilitators, and at a war's end for all."""
