"""What happens at a table by the server's clock: the next die, the next rank, taking back one's last act."""
