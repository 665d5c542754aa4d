"""The builder: a campaign before it starts."""
