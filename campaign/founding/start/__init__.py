"""From draft to first turn: founding, copying, deployment."""
