"""A table as JSON: stored, read again from earlier versions, and as each side sees it."""
