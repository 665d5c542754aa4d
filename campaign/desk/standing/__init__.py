"""How all stood when the turn began: the truth, without anything of the turn that runs."""
