"""How reliably people have kept their plans, battles and wars: counts, never a percentage."""
