"""``python -m tests.rulebook.pictures``: the handbook's pictures, drawn from the demo (``make pictures``)."""
