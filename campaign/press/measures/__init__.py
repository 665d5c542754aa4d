"""What the site's operators do about what was flagged to them: their queue, and the acts that it offers."""
