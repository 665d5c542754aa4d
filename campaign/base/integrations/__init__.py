"""What leaves for other people's servers: push and webhooks."""
