"""Heavy work, and people's bytes, in child processes with limits."""
