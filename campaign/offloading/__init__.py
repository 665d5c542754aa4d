"""Heavy work in child processes with limits."""
