"""The shapes of what is sent and answered, a module for each part of the API."""
