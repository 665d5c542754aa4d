"""Who is in a campaign, and the seats they hold."""
