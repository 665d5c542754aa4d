"""The handbook: how the app is used, for players, facilitators and operators; its words, and a search."""
