"""What is posted to a club's Discord channel: an embed with the campaign's card, that mentions nobody.

Discord takes 6,000 characters in all of an embed's parts, 256 of a title, 4,096 of a text. Nothing that
people have typed is read as Markdown, or as a mention.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from campaign.base.answers import Json
from campaign.base.words.log_words import date_words
from campaign.models import Campaign
from campaign.notices.happenings import Facts
from campaign.notices.war_card import NAME
from campaign.outbox import public_events as events

MOST_TITLE, MOST_TEXT, MOST_FIELD = 256, 2000, 1000
MOST = 6000
TEST = "test"
COLOUR = 0x8A2B1E
"""The strip beside it: the red of the site's paper."""
_MARKS = re.compile(r"([\\*_~`|>#\[\]()<@:-])")


def embed_of(campaign: Campaign, facts: Facts) -> dict[str, Json]:
    """A message with the embed of an event and its card, as Discord takes it; at most 6,000 characters."""
    title, text = _words(facts)
    embed: dict[str, Json] = {
        "title": _cut(f"{plainly(campaign.name)}: {title}", MOST_TITLE),
        "url": facts["link"],
        "color": COLOUR,
        "timestamp": facts["at"],
        "footer": {"text": _("BOLTGUN Campaigns")},
        "image": {"url": f"attachment://{NAME}"},
    }
    if text:
        embed["description"] = _cut(text, MOST_TEXT)
    return {"embeds": [embed], "allowed_mentions": {"parse": []}}


def form_of(message: Mapping[str, Json], picture: bytes) -> tuple[bytes, str]:
    """A message and its picture as a form of several parts, and what that form's type is called."""
    said = json.dumps(message, ensure_ascii=False).encode()
    boundary = f"boltgun{secrets.token_hex(16)}"
    parts = (
        (b'name="payload_json"', b"application/json", said),
        (b'name="files[0]"; filename="%s"' % NAME.encode(), b"image/png", picture),
    )
    body = b"".join(
        b"--%s\r\nContent-Disposition: form-data; %s\r\nContent-Type: %s\r\n\r\n%s\r\n"
        % (boundary.encode(), named, kind, data)
        for named, kind, data in parts
    )
    return body + b"--%s--\r\n" % boundary.encode(), f"multipart/form-data; boundary={boundary}"


def plainly(text: str) -> str:
    """What people have typed, so that Discord shows it as it stands: on one line, without marks."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}\u2026"


def _words(facts: Facts) -> tuple[str, str]:
    """The title and the text of an event."""
    told: Any = facts
    turn, reason = told["turn"], plainly(_cut(str(told.get("reason") or ""), MOST_FIELD))

    def by(name: str, text: str) -> str:
        return text % {"when": _moment(told.get(name))} if told.get(name) else ""

    known: Mapping[str, Callable[[], tuple[str, str]]] = {
        TEST: lambda: (_("a test"), _("The public facts of this war are posted here.")),
        events.STARTED: lambda: (_("the war begins"), ""),
        events.OPENED: lambda: (
            _("turn %(turn)s is open") % {"turn": turn},
            by("plan_due", _("Plans are due %(when)s.")),
        ),
        events.ANNOUNCED: lambda: (
            _("turn %(turn)s, the movement is done") % {"turn": turn},
            by("results_due", _("Battle results are due %(when)s.")),
        ),
        events.PUBLISHED: lambda: (_("turn %(turn)s is published") % {"turn": turn}, ""),
        events.HELD: lambda: (_("turn %(turn)s is held") % {"turn": turn}, reason),
        events.PAUSED: lambda: (_("the war is paused"), reason),
        events.RESUMED: lambda: (_("the war goes on"), ""),
        events.ON_HOLD: lambda: (
            _("on hold after a failure"),
            _("All plans and results are safe; it goes on when this has been repaired."),
        ),
        events.ENDED: lambda: (
            _("the war has ended"),
            _("Champion: %(army)s.") % {"army": plainly(told["champion"])}
            if told["champion"]
            else _("Nobody has won."),
        ),
        events.MOVED: lambda: (
            _("a date has moved"),
            " ".join(filter(None, (_moved(told), reason))),
        ),
        events.SEAT_OPENED: lambda: (_("a seat is free"), plainly(told["army"])),
        events.SEAT_TAKEN: lambda: (_("a seat is taken"), plainly(told["army"])),
        events.NEWS: lambda: (plainly(told["title"]), _("News of the war.")),
    }
    return known[told["event"]]()


def _moved(told: Mapping[str, Any]) -> str:
    name = date_words(told["date"])
    return _("%(date)s: now %(when)s.") % {"date": name, "when": _moment(told["to"])}


def _moment(text: str | None) -> str:
    if not text:
        return "-"
    # Discord writes the moment in each reader's own time.
    return f"<t:{int(datetime.fromisoformat(text).timestamp())}:f>"
