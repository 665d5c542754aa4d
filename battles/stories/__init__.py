"""Stories and pictures, shared and kept for a time."""
