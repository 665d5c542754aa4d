"""Learning by doing: lessons as data, where somebody is in one, and the hints of the first real turn."""
