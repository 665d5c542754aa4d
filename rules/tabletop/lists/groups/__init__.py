"""Who holds what: men and arms put together into groups, and the arms of vehicles."""
