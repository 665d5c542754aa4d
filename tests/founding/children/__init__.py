"""Programs that misbehave, for the tests of child processes."""
