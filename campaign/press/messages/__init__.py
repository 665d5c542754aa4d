"""Messages between players, groups, facilitators, all."""
