"""How the site does, in numbers, for the operator's page and for Prometheus; of wars only their state."""
