"""The private calendar feed."""
