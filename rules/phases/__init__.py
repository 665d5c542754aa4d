"""The steps of a turn, one module each, in the order of the rules; none imports another (Rules 5 to 10).

A phase is a function that takes the board and changes it.
"""
