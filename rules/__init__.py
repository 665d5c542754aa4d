"""The adjudicator of the campaign rules: pure Python, usable without the app.

``VERSION`` names the behaviour: a turn records the version that resolved it, and a replay must be equal
under that version.
"""

VERSION = "1"
