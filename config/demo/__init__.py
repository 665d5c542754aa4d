"""The demo: three campaigns with names and stories of their own, brought to their state by playing them."""
