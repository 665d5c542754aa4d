"""A person's own data: taken along, deleted."""
