"""One person against bots, at once and without an account; how a guest becomes one, and is forgotten."""
