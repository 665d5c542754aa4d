"""What happens in open wars as Atom feeds (RFC 4287): told to all anyway, and nothing else. Face C2."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaign.base.markdown import to_html
from campaign.base.words.log_words import words_of
from campaign.models import AuditEntry, Campaign, documents
from campaign.press.news.selectors import articles

MOST = 40
"""So many entries a feed has, the latest."""
TYPE = "application/atom+xml; charset=utf-8"
_UNSAYABLE = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""All that is no character of XML 1.0."""


@dataclass(frozen=True, slots=True)
class FeedItem:
    """An entry: ``id`` never changes, and tells nothing of any other row."""

    id: str
    title: str
    link: str
    html: str
    published: datetime
    updated: datetime


def war_feed(campaign: Campaign) -> bytes:
    """An open war's feed: its news, and what was told to all."""
    page = address("war_map", campaign)
    # What was told in one moment stays in its order: by their names the ninth would come after the tenth.
    found = sorted((*_news(campaign), *_told(campaign, page)), key=lambda one: one.published)
    return written(
        title=campaign.name,
        link=page,
        own=address("war_feed", campaign),
        author=campaign.name,
        items=reversed(found[-MOST:]),
        updated=max((one.updated for one in found), default=campaign.created_at),
    )


def address(name: str, campaign: Campaign, *more: object) -> str:
    """The whole address of a page of a war."""
    return str(settings.SITE_URL) + reverse(name, args=[campaign.public_id, *more])


def _news(campaign: Campaign) -> Iterator[FeedItem]:
    for row in articles(campaign, drafts=False)[:MOST]:
        link = address("article", campaign, row.public_id)
        assert row.published_at is not None, "only what is published is read here"
        changed = max(row.published_at, row.edited_at or row.published_at)
        yield FeedItem(link, plain(row.title), link, str(to_html(row.text)), row.published_at, changed)


def _told(campaign: Campaign, page: str) -> Iterator[FeedItem]:
    """What was told to all. An entry's number is its place among these: its row's would count all others."""
    entries = AuditEntry.objects.filter(campaign=campaign, public=True).order_by("id")
    entries = entries.select_related("turn").defer(*documents("turn"))
    count = entries.count()
    for number, entry in enumerate(entries[max(0, count - MOST) :], start=max(0, count - MOST) + 1):
        words = plain(words_of(entry))
        title = words
        if entry.turn is not None:
            title = _("%(what)s (turn %(n)d)") % {"what": words, "n": entry.turn.number}
        at = entry.created_at
        yield FeedItem(f"{page}#told-{number}", title, f"{page}#told", f"<p>{escape(words)}</p>", at, at)


def plain(text: str) -> str:
    """A text without what XML cannot hold."""
    return _UNSAYABLE.sub("", text)


def written(
    *, title: str, link: str, own: str, author: str, items: Iterable[FeedItem], updated: datetime
) -> bytes:
    feed = _Feed(
        title=plain(title),
        link=link,
        description=None,
        language=get_language() or settings.LANGUAGE_CODE,
        author_name=plain(author),
        feed_url=own,
    )
    for one in items:
        feed.add_item(
            title=one.title[:200],
            link=one.link,
            description=plain(one.html),
            unique_id=one.id,
            pubdate=one.published,
            updateddate=one.updated,
        )
    feed.changed = updated
    return feed.writeString("utf-8").encode()


class _Feed(Atom1Feed):
    """A feed that has changed when its latest entry has; without entries too."""

    changed: datetime

    def latest_post_date(self) -> datetime:
        """When it has changed last."""
        return self.changed
