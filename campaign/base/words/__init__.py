"""What the app says in words: reports, orders, faults, settings, maps. Every sentence is translatable."""
