"""The public face of a war: its page, cards for links, feeds, what others embed, and the list of wars."""
