"""The turn from opening to publication: only here does a turn change its phase."""
