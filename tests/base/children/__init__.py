"""Programs that are run as children, and may be up to no good."""
