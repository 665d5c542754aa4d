"""The turn's four steps about battles: begun, told, bounded, closed; and how each stands."""
