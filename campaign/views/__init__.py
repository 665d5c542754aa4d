"""The pages: they read through selectors, write through services, and decide nothing."""
