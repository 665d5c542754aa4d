"""The words that a campaign begins with, until its facilitators write their own."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

CONDUCT = _(
    "1. **Play fair.** Who looks for holes in the rules spoils the war for all. In doubt the other side is"
    " right; what you cannot settle between you, ask the facilitator. Say it kindly and early when something"
    " bothers you. Win modestly, lose cheerfully.\n"
    "2. **Have fun, and let others have theirs.** Across the table sits somebody who gave up an evening to"
    " meet you. It is a game; nobody has to win it.\n"
    "3. **Be reliable.** Plans and battles have dates, and all wait for whoever is late. Answer within two"
    " days, come when you said you would, and tell the others in time when you cannot."
)
"""The three principal rules of every campaign: sportsmanship, fun, responsibility."""

CONDUCT_BY_THE_MINUTE = _(
    "1. **Play fair.** Who looks for holes in the rules spoils the war for all. In doubt the other side is"
    " right; what you cannot settle between you, ask the host. Say it kindly and early when something"
    " bothers you. Win modestly, lose cheerfully.\n"
    "2. **Have fun, and let others have theirs.** With you plays somebody who gave up an evening to"
    " meet you. It is a game; nobody has to win it.\n"
    "3. **Be reliable.** Turns take minutes here, and all wait for whoever is late. Submit as soon as you are"
    " done, and give up your seat when you must go: a bot plays on at once."
)
"""The same for a war whose turns take minutes: nobody has two days there."""
