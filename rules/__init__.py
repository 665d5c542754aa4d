"""The adjudicator of the campaign rules: pure Python, usable without the app.

``VERSION`` names the behaviour: a turn records the version that resolved it, and a replay must be equal
under that version.
"""

VERSION = "2"
"""Since 2 a report holds why an order is void as a code with values; 1 wrote the English sentence."""

EQUAL = ("1",)
"""Earlier versions under which a turn comes to the same outcome as under this one, byte by byte."""
