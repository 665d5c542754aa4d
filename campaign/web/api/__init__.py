"""What all of the API shares: endpoints, problems, paging, schema."""
