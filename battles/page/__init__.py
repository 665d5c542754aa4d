"""A battle's page: all that can be done about it."""
