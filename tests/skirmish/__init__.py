"""Playing at once: founding, limits, guests, claiming and forgetting."""
