"""Announcements and the chronicle: written by those who keep the campaign, from what is public."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.access.membership import keeps
from campaign.access.uploads import encode
from campaign.base.dates import clock
from campaign.base.markdown import excess
from campaign.base.pictures import MOST_BYTES, Encoded
from campaign.base.refusal import Refusal, check_line
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.models import Article, ArticleKind, Campaign, Plate, Seat, User
from campaign.outbox import public_events as events
from campaign.outbox import services as notices_out

MOST_TITLE = 120
MOST_TEXT = 20_000
MOST_PLATES = 6
MOST_UPLOAD = MOST_BYTES + 1
"""As much of a picture as is read: whether it is too large is seen by one byte more."""
MOST_CAPTION = 200


def write_article(
    *,
    campaign: Campaign,
    by: User,
    kind: str,
    title: str,
    text: str,
    turn: int | None = None,
    article_id: str | None = None,
) -> Article:
    """Store a piece as a draft, or change one (also when it is published already).

    Facilitators may, playing ones too. Raises ``Refusal``: ``not_yours``, ``unknown``, ``invalid``.
    """
    _check_keeper(campaign, by)
    values = {
        "kind": _kind(kind),
        "title": _words(title, "title", MOST_TITLE, _("Give it a headline.")),
        "text": _text(text),
        "turn": _turn(campaign, turn),
    }
    if article_id is None:
        return Article.objects.create(campaign=campaign, author=by, created_at=clock.now(), **values)
    with _article(campaign, article_id) as article:
        for name, value in values.items():
            setattr(article, name, value)
        article.edited_at = clock.now()
        article.save()
        return article


def publish_article(*, campaign: Campaign, by: User, article_id: str) -> Article:
    """Show a piece to all, and tell them of it, all at the same moment; done once.

    Raises ``Refusal``: ``not_yours``, ``unknown``.
    """
    _check_keeper(campaign, by)
    with _article(campaign, article_id) as article:
        if article.published_at is not None:
            return article
        moment = clock.now()
        article.published_at = moment
        article.save(update_fields=("published_at",))
        readers = notices_out.readers_of(campaign, moment)
        told = [*readers.of_seats(Seat.objects.filter(campaign=campaign)), *readers.facilitators]
        others = [reader for reader in told if reader[0] != by.pk]
        when, about = notices_out.Window(moment), article.public_id
        detail = {"article": article.public_id}
        rows = notices_out.notices_for(
            campaign, notices_out.NEWS, others, when=when, about=about, detail=detail
        )
        if readers.listening:
            rows += events.rows_of(campaign, events.NEWS, by.pk, when=when, about=about, detail=detail)
        notices_out.store(rows)
        return article


def take_back_article(*, campaign: Campaign, by: User, article_id: str) -> None:
    """Delete a piece for good. Raises ``Refusal``: ``not_yours``, ``unknown``."""
    _check_keeper(campaign, by)
    with _article(campaign, article_id) as article:
        article.delete()


def add_plate(*, campaign: Campaign, by: User, article_id: str, raw: bytes | Encoded, caption: str) -> Plate:
    """Add a picture to a piece; its caption is also what is read aloud for it.

    Raises ``Refusal``: ``not_yours``, ``unknown``, ``too_many``, and ``impossible`` with the field
    ``picture`` for what is no picture or over 5 MB.
    """
    _check_keeper(campaign, by)
    words = _words(caption, "caption", MOST_CAPTION, _("Say what the picture shows."))
    encoded = encode(raw, by=by)
    with _article(campaign, article_id) as article:
        if article.plates.count() >= MOST_PLATES:
            raise Refusal(
                _("An article has at most %(most)s pictures.") % {"most": MOST_PLATES},
                code="too_many",
                field="picture",
            )
        return Plate.objects.create(
            article=article,
            data=encoded.data,
            width=encoded.width,
            height=encoded.height,
            caption=words,
        )


def remove_plate(*, campaign: Campaign, by: User, article_id: str, plate_id: str) -> None:
    """Remove a picture of a piece. Raises ``Refusal``: ``not_yours``, ``unknown``."""
    _check_keeper(campaign, by)
    with _article(campaign, article_id) as article:
        article.plates.filter(public_id=plate_id).delete()


def open_to_all(*, campaign: Campaign, by: User, open_to_all: bool) -> None:
    """Let anybody read the campaign's public facts, and everything once it has ended; or no more.

    Raises ``Refusal`` with code ``not_yours``.
    """
    _check_keeper(campaign, by)
    with transaction.atomic():
        changed = Campaign.objects.filter(pk=campaign.pk).exclude(open_to_all=open_to_all)
        if changed.update(open_to_all=open_to_all):
            kind = LogKind.OPENED_TO_ALL if open_to_all else LogKind.CLOSED_TO_ALL
            note(campaign, kind, by=by, public=True)


def _check_keeper(campaign: Campaign, by: User) -> None:
    if not keeps(by, campaign):
        raise Refusal(_("Only a facilitator can do this."), code="not_yours")


@contextmanager
def _article(campaign: Campaign, article_id: str) -> Iterator[Article]:
    with transaction.atomic():
        found = (
            Article.objects.select_for_update(no_key=True)
            .filter(campaign=campaign, public_id=article_id)
            .first()
        )
        if found is None:
            raise Refusal(_("There is no such article."), code="unknown")
        yield found


def _kind(kind: str) -> str:
    if kind not in ArticleKind.values:
        allowed = ", ".join(ArticleKind.values)
        raise Refusal(_("It is one of: %(kinds)s.") % {"kinds": allowed}, code="invalid", field="kind")
    return kind


def _words(text: str, field: str, most: int, wanted: str) -> str:
    check_line(text.strip(), field)
    words = " ".join(text.split())
    if not words:
        raise Refusal(wanted, code="invalid", field=field)
    if len(words) > most:
        raise Refusal(_("It has at most %(most)s characters.") % {"most": most}, code="invalid", field=field)
    return words


def _text(text: str) -> str:
    words = text.replace("\x00", "").replace("\r\n", "\n").strip()
    if not words or len(words) > MOST_TEXT:
        raise Refusal(
            _("Write 1 to %(most)s characters.") % {"most": MOST_TEXT}, code="invalid", field="text"
        )
    if too_much := excess(words):
        raise Refusal(too_much, code="invalid", field="text")
    return words


def _turn(campaign: Campaign, turn: int | None) -> int | None:
    if turn is not None and not campaign.turns.filter(number=turn).exists():
        raise Refusal(_("There is no such turn."), code="invalid", field="turn")
    return turn
