"""The calendar feed: iCalendar with stable ids; what has changed since it was last read counts up."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from icalendar import Calendar
from icalendar import Event as Entry

from campaign.dates import clock
from campaign.models import Feed, FeedEntry
from campaign.selectors.events import Event, events_of


def feed_text(token: str) -> bytes | None:
    """The calendar of this secret address; None if there is none."""
    feed = Feed.objects.select_related("user").filter(token=token, user__is_active=True).first()
    if feed is None:
        return None
    events = events_of(feed.user)
    with transaction.atomic():
        marks = _marks(feed, events)
    calendar = Calendar()
    calendar.add("prodid", "-//BOLTGUN Campaigns//campaigns//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", "BOLTGUN Campaigns")
    calendar.add("refresh-interval;value=duration", "PT1H")
    for event in events:
        calendar.add_component(_entry(event, *marks[event.uid]))
    return bytes(calendar.to_ical())


def _entry(event: Event, sequence: int, changed: datetime) -> Entry:
    entry = Entry()
    entry.add("uid", f"{event.uid}@{urlsplit(settings.SITE_URL).hostname}")
    entry.add("dtstamp", changed)
    entry.add("last-modified", changed)
    entry.add("sequence", sequence)
    entry.add("dtstart", event.starts)
    if event.ends is not None:
        entry.add("dtend", event.ends)
    entry.add("summary", event.title)
    if event.place:
        entry.add("location", event.place)
    if event.text:
        entry.add("description", event.text)
    if event.cancelled:
        entry.add("status", "CANCELLED")
    entry.add("url", settings.SITE_URL + event.path)
    return entry


def _marks(feed: Feed, events: list[Event]) -> dict[str, tuple[int, datetime]]:
    """Each event's sequence, and since when it says what it says; counted up where it has changed."""
    moment = clock.now()
    known = {entry.uid: entry for entry in FeedEntry.objects.filter(feed=feed)}
    marks = {}
    for event in events:
        digest = sha256(repr(event).encode()).hexdigest()
        entry = known.get(event.uid)
        if entry is None:
            entry = FeedEntry.objects.create(feed=feed, uid=event.uid, digest=digest, changed_at=moment)
        elif entry.digest != digest:
            entry.digest, entry.changed_at = digest, moment
            entry.sequence += 1
            entry.save(update_fields=("digest", "changed_at", "sequence"))
        marks[event.uid] = (entry.sequence, entry.changed_at)
    return marks
