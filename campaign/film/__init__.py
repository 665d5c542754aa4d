"""The film of a turn: what a seat's own stored maps and reports show, step by step."""
