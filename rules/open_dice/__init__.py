"""Open dice: the chain's seed, mixed with what nobody could know while plans were made (Trust 4)."""
