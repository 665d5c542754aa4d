"""The pages around a battle."""
