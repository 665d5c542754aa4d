"""The campaign's paper as its readers see it, a first draft of it, and the public facts as text to share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

from django.conf import settings
from django.db.models import QuerySet, Value
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.access.public_page import public_page
from campaign.base.answers import called, one_of
from campaign.base.dates.times import when
from campaign.base.plain_text import to_text
from campaign.base.words.log_words import words_of
from campaign.models import Article, ArticleKind, AuditEntry, Campaign, CampaignStatus, Phase, Plate, Turn
from campaign.turn.stored_turns import latest_turn

_STILL_A_DRAFT = datetime(9999, 1, 1, tzinfo=UTC)
_DATES = (
    ("plan_due", _("Plans are due")),
    ("results_due", _("Results are due")),
)


@called("Plate")
@dataclass(frozen=True, slots=True)
class PlateLine:
    """A picture of a piece."""

    id: str
    width: int
    height: int
    caption: str


@called("Article")
@dataclass(frozen=True, slots=True)
class Piece:
    """An article, its text in Markdown; not published: a draft, seen by its writers."""

    id: str
    kind: Annotated[str, one_of(ArticleKind)]
    turn: int | None
    title: str
    text: str
    published_at: datetime | None
    edited_at: datetime | None
    plates: tuple[PlateLine, ...]


def pieces(campaign: Campaign, *, drafts: bool) -> tuple[Piece, ...]:
    """All pieces, drafts first if they are asked for, then the latest first."""
    return in_words(articles(campaign, drafts=drafts))


def articles(campaign: Campaign, *, drafts: bool) -> QuerySet[Article]:
    """The rows of the paper, with ``shown_at``, by which drafts come first and then the latest."""
    rows = _readable(campaign, drafts=drafts).prefetch_related("plates")
    shown = rows.annotate(shown_at=Coalesce("published_at", Value(_STILL_A_DRAFT)))
    return shown.order_by("-shown_at", "-id")


def in_words(rows: Iterable[Article]) -> tuple[Piece, ...]:
    """Rows of the paper as they are read."""
    return tuple(_piece(row) for row in rows)


def front_page(campaign: Campaign, number: int) -> tuple[Piece, ...]:
    """The published pieces of a turn, the first one first."""
    rows = _readable(campaign, drafts=False).filter(turn=number).prefetch_related("plates")
    return tuple(_piece(row) for row in rows.order_by("published_at", "id"))


def piece(campaign: Campaign, article_id: str, *, drafts: bool) -> Piece | None:
    """One piece; None if there is none that the reader may see."""
    row = _readable(campaign, drafts=drafts).filter(public_id=article_id).first()
    return None if row is None else _piece(row)


def plate(campaign: Campaign, article_id: str, plate_id: str, *, drafts: bool) -> bytes | None:
    """A picture of a piece that the reader may see, as JPEG."""
    rows = Plate.objects.filter(article__in=_readable(campaign, drafts=drafts), public_id=plate_id)
    found = rows.filter(article__public_id=article_id).first()
    return None if found is None else bytes(found.data)


def _readable(campaign: Campaign, *, drafts: bool) -> QuerySet[Article]:
    rows = Article.objects.filter(campaign=campaign)
    return rows if drafts else rows.filter(published_at__isnull=False)


def _piece(row: Article) -> Piece:
    plates = sorted(row.plates.all(), key=lambda one: one.pk)
    return Piece(
        id=row.public_id,
        kind=row.kind,
        turn=row.turn,
        title=row.title,
        text=row.text,
        published_at=row.published_at,
        edited_at=row.edited_at,
        plates=tuple(PlateLine(one.public_id, one.width, one.height, one.caption) for one in plates),
    )


def first_draft(campaign: Campaign) -> tuple[str, str, int | None]:
    """Headline, text and turn of a piece about the latest published turn, from public facts alone."""
    turn = Turn.objects.filter(campaign=campaign, phase=Phase.PUBLISHED, number__gt=0)
    last = turn.only("number", "published_at").order_by("-number").first()
    if last is None:
        return (_("The armies gather"), "\n\n".join(_gathering(campaign)), None)
    title = _("Turn %(number)d is over") % {"number": last.number}
    if campaign.status == CampaignStatus.ENDED:
        title = _("The war is over")
    return (title, "\n\n".join(_told(campaign, last)), last.number)


def _gathering(campaign: Campaign) -> Iterator[str]:
    page = public_page(campaign)
    yield _("These armies take the field:")
    yield "\n".join(f"- {seat.army}" for seat in page.seats)


def _told(campaign: Campaign, last: Turn) -> Iterator[str]:
    """The public facts of a turn, a paragraph each; of a war that has ended also who fought whom."""
    if campaign.champion is not None:
        yield _("**%(army)s** is champion.") % {"army": campaign.champion.army}
    log = AuditEntry.objects.filter(campaign=campaign, turn=last, public=True).order_by("id")
    lines = [f"- {words_of(entry)}" for entry in log]
    if lines:
        yield _("Told to all in this turn:")
        yield "\n".join(lines)
    if campaign.status == CampaignStatus.ENDED:
        fought = last.battles.select_related("seat_first", "seat_second").order_by("y", "x", "id")
        lines = [f"- {one.seat_first.army} – {one.seat_second.army}" for one in fought]  # noqa: RUF001
        if lines:
            yield _("The last battles:")
            yield "\n".join(lines)
        return
    running = latest_turn(campaign)
    if running is not None and running.plan_due is not None and running.phase == Phase.PLANNING:
        yield _("Plans for turn %(number)d are due %(due)s.") % {
            "number": running.number,
            "due": when(running.plan_due),
        }


def share_text(campaign: Campaign) -> str:
    """The public facts and the latest announcement as text for a club's chat."""
    return "\n".join(_shared(campaign))


def _shared(campaign: Campaign) -> Iterator[str]:
    page = public_page(campaign)
    yield campaign.name
    if campaign.status == CampaignStatus.ENDED:
        champion = campaign.champion.army if campaign.champion is not None else None
        yield (
            _("The campaign has ended. Champion: %(army)s.") % {"army": champion}
            if champion
            else _("The campaign has ended without a champion.")
        )
    elif page.frame.turn:
        yield _("Turn %(number)d") % {"number": page.frame.turn}
        dates = dict(page.dates)
        for name, words in _DATES:
            due = dates.get(name)
            if due is not None and page.frame.running:
                yield f"{_(words)}: {when(due)}"
        if page.plans_in is not None:
            yield ngettext("%(count)d plan is in.", "%(count)d plans are in.", page.plans_in) % {
                "count": page.plans_in
            }
    latest = next(iter(pieces(campaign, drafts=False)), None)
    if latest is not None:
        yield ""
        yield latest.title
        yield to_text(latest.text)
    yield ""
    yield str(settings.SITE_URL) + reverse("campaign_about", args=[campaign.public_id])
