"""The club's own army rules, while a campaign is being built."""
