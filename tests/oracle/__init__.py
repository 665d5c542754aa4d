"""A second adjudicator, written apart from `rules/` and from the text alone, to check the first.

It is slow and plain on purpose: whole sets of sectors, loops over all pairs, one function per sentence of
the rules. Nothing here may import `rules`.
"""
