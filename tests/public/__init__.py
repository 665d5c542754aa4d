"""What anybody may see of a war, and how people come to it from outside."""
