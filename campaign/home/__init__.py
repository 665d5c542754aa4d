"""The first page, and the public face of a campaign."""
