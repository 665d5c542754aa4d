"""Selectors read: frozen values for pages and programs, always fetched through the viewer."""
