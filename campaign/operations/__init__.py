"""Health, live streams and the API's documents."""
