"""The map as squares and as areas of bits."""
