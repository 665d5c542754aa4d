"""What people do around a battle."""
