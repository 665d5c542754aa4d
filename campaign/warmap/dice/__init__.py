"""What a seat gives to the dice: sealed while plans are made, opened when they have closed."""
