"""What is drawn on the server: little maps, charts, parts of large maps."""
