"""What a person shows of the wars that are over."""
