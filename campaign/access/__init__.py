"""Who may see what of which campaign, and what is public of it."""
