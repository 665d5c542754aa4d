"""The ground: what knows no campaign's rows, or only how to keep them."""
