"""Where a person is logged in."""
