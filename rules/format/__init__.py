"""The scenario format in parts: reading with paths, the state, plans, results, outcomes."""
