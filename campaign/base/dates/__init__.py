"""When things are due, and how moments are told."""
