"""The calendar feed: iCalendar with stable ids; what has changed since it was last read counts up."""

from __future__ import annotations

from hashlib import sha256
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from icalendar import Calendar
from icalendar import Event as Entry

from campaign.access.suspensions import suspension_of
from campaign.base.dates import clock
from campaign.models import Feed, FeedEntry
from campaign.notices.feed.selectors import Event, events_of


def feed_text(token: str) -> bytes | None:
    """The calendar of this secret address; None if there is none, or its person's account is shut."""
    feed = Feed.objects.select_related("user").filter(token=token, user__is_active=True).first()
    if feed is None or suspension_of(feed.user) is not None:
        return None
    entries = {event.uid: _entry(event) for event in events_of(feed.user)}
    marks = _marks(feed, entries)
    calendar = Calendar()
    calendar.add("prodid", "-//BOLTGUN Campaigns//campaigns//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", "BOLTGUN Campaigns")
    calendar.add("refresh-interval;value=duration", "PT1H")
    for uid, entry in entries.items():
        mark = marks[uid]
        entry.add("sequence", mark.sequence)
        entry.add("dtstamp", mark.changed_at)
        entry.add("last-modified", mark.changed_at)
        calendar.add_component(entry)
    return bytes(calendar.to_ical())


def _entry(event: Event) -> Entry:
    """What the feed says of an event, without since when and how often it has changed."""
    entry = Entry()
    entry.add("uid", f"{event.uid}@{urlsplit(settings.SITE_URL).hostname}")
    entry.add("dtstart", event.starts)
    entry.add("dtend", event.until)
    entry.add("summary", event.title)
    if event.place:
        entry.add("location", event.place)
    if event.text:
        entry.add("description", event.text)
    if event.cancelled:
        entry.add("status", "CANCELLED")
    entry.add("url", settings.SITE_URL + event.path)
    return entry


def _marks(feed: Feed, entries: dict[str, Entry]) -> dict[str, FeedEntry]:
    """Each entry's sequence, and since when it says what it says; counted up where it has changed.

    What is compared is what is read, so that an entry is new exactly when its reader sees another.
    """
    digests = {uid: sha256(entry.to_ical()).hexdigest() for uid, entry in entries.items()}
    known = _known(feed)
    if not _changed(known, digests):
        return known
    with transaction.atomic():
        # Two of the reader's devices may ask at once: the second finds what the first has written down.
        Feed.objects.select_for_update(no_key=True).get(pk=feed.pk)
        known, moment = _known(feed), clock.now()
        for uid, digest in _changed(known, digests).items():
            mark = known.get(uid)
            if mark is None:
                mark = known[uid] = FeedEntry(feed=feed, uid=uid)
            else:
                mark.sequence += 1
            mark.digest, mark.changed_at = digest, moment
            mark.save()
    return known


def _known(feed: Feed) -> dict[str, FeedEntry]:
    return {mark.uid: mark for mark in FeedEntry.objects.filter(feed=feed)}


def _changed(known: dict[str, FeedEntry], digests: dict[str, str]) -> dict[str, str]:
    """The digests of what the feed has not said yet."""
    return {uid: digest for uid, digest in digests.items() if uid not in known or known[uid].digest != digest}
