"""How the next unit is chosen: one module for each of the seven ways (Tabletop A, B).

Each has ``start(game, pen)`` (a turn's orders begin), ``onward(game, pen)`` (go on until somebody has to do
something, or the orders are over) and ``ACTIONS``, what players may do in it.
"""
