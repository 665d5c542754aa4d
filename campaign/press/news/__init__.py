"""The campaign's paper: articles, plates, front pages."""
