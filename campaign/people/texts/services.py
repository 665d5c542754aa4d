"""A campaign's texts are saved, each change as a version of its own; people agree to what taking part asks.

Saving counts at once, is public with its date, and is told to all who have a seat in the campaign or run it.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from campaign.access.membership import keeps
from campaign.base.dates import clock
from campaign.base.dates.times import when
from campaign.base.markdown import excess
from campaign.base.refusal import Outdated, Refusal
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.base.words.text_words import CONDUCT, CONDUCT_BY_THE_MINUTE
from campaign.models import Campaign, CampaignStatus, CampaignText, Consent, Seat, TextKind, User
from campaign.outbox import services as notices_out
from campaign.people.texts.selectors import HouseText, latest_of, mark_of, to_agree_to

MOST_TEXT = 5_000


@transaction.atomic
def save_texts(
    *, campaign: Campaign, by: User, texts: Mapping[str, str], version: str | None = None
) -> tuple[CampaignText, ...]:
    """Store texts by kind, those left out staying as they are; gives the versions that are new.

    ``version`` is the mark of what was before whoever saves (None: any). Those who keep the campaign may,
    until it ends. Raises ``Refusal``: ``not_yours``, ``ended``, ``text`` with the kind as field, and
    ``Outdated`` if somebody else has saved since.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if not keeps(by, campaign):
        raise Refusal(_("Only a facilitator can do this."), code="not_yours")
    if campaign.status == CampaignStatus.ENDED:
        raise Refusal(_("The campaign has ended; nothing of it can be changed."), code="ended")
    wanted = {kind: _clean(kind, text) for kind, text in texts.items()}
    latest = latest_of(campaign)
    new = {kind: text for kind, text in wanted.items() if text != _now(latest, kind)}
    if not new:
        return ()
    _check_version(latest, version, by)
    moment = clock.now()
    made = tuple(
        CampaignText.objects.create(
            campaign=campaign,
            kind=kind,
            version=_next(latest, kind),
            text=new[kind],
            changed_at=moment,
            by=by,
        )
        for kind in TextKind.values
        if kind in new
    )
    if TextKind.PARTICIPATION in new:
        asked = bool(new[TextKind.PARTICIPATION])
        Seat.objects.filter(campaign=campaign, user__isnull=False).update(to_agree=asked)
    Seat.objects.filter(campaign=campaign).update(version=F("version") + 1)
    for one in made:
        note(campaign, LogKind.TEXT, {"text": one.kind, "version": one.version}, by=by, public=True)
    _tell(campaign, by, [one.kind for one in made])
    return made


def begin_texts(campaign: Campaign, by: User) -> None:
    """Give a new campaign the words that every one begins with."""
    CampaignText.objects.create(
        campaign=campaign,
        kind=TextKind.CONDUCT,
        version=1,
        text=str(CONDUCT),
        changed_at=clock.now(),
        by=by,
    )


def fit_conduct(campaign: Campaign, by: User, *, by_the_minute: bool) -> None:
    """Let the words that every war begins with fit how fast it goes, while they are as they began.

    Where somebody has come meanwhile it is a change like any other: dated, and told to all.
    """
    usual, quick = str(CONDUCT), str(CONDUCT_BY_THE_MINUTE)
    before, after = (usual, quick) if by_the_minute else (quick, usual)
    now = latest_of(campaign).get(TextKind.CONDUCT)
    if now is None or now.text != before:
        return
    if Seat.objects.filter(campaign=campaign, user__isnull=False).exists():
        save_texts(campaign=campaign, by=by, texts={TextKind.CONDUCT: after})
        return
    CampaignText.objects.filter(pk=now.pk).update(text=after)


def copy_texts(source: Campaign, campaign: Campaign, by: User) -> None:
    """Give a new campaign the texts of an old one as they are now; nobody has agreed to them here."""
    CampaignText.objects.filter(campaign=campaign).delete()
    moment = clock.now()
    CampaignText.objects.bulk_create(
        CampaignText(campaign=campaign, kind=kind, version=1, text=row.text, changed_at=moment, by=by)
        for kind, row in latest_of(source).items()
        if row.text
    )


@transaction.atomic
def agree(*, seat: Seat, by: User, version: int | None) -> None:
    """Agree, as the seat's player, to what taking part asks for now; doing it again changes nothing.

    Raises ``Refusal``: ``not_yours``, and ``agree`` with the field ``agreed`` for another version.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=seat.campaign_id)
    seat = Seat.objects.select_for_update(no_key=True).get(pk=seat.pk)
    if seat.user_id != by.pk:
        raise Refusal(_("Only the seat's player can agree to “Taking part”."), code="not_yours")
    keep_consent(campaign, seat, by, version)
    Seat.objects.filter(pk=seat.pk).update(version=F("version") + 1)


def keep_consent(campaign: Campaign, seat: Seat, user: User, version: int | None) -> None:
    """Keep that whoever takes or holds a seat agrees to this version, where something is asked at all.

    Inside a transaction that holds the campaign. Raises ``Refusal``, ``agree`` with the field ``agreed``,
    unless it is the present version.
    """
    asked = to_agree_to(campaign)
    if asked is not None:
        _check_agreed(asked, version)
        text = CampaignText.objects.get(campaign=campaign, kind=asked.kind, version=asked.version)
        found = {"seat": seat, "at": clock.now()}
        Consent.objects.get_or_create(text=text, user=user, defaults=found)
    Seat.objects.filter(pk=seat.pk).update(to_agree=False)


def _check_agreed(asked: HouseText, version: int | None) -> None:
    if version == asked.version:
        return
    numbers = {"version": asked.version}
    if version is None:
        words = _(
            "To take a seat in this campaign you must agree to “Taking part”: read it, and tick that"
            " you agree to it (version %(version)s)."
        )
    else:
        words = _(
            "“Taking part” is at version %(version)s now, which you have not agreed to yet: read it, and tick"
            " that you agree to it."
        )
    raise Refusal(words % numbers, code="agree", field="agreed")


def _clean(kind: str, text: str) -> str:
    if kind not in TextKind.values:
        allowed = ", ".join(TextKind.values)
        raise Refusal(_("It is one of: %(kinds)s.") % {"kinds": allowed}, code="text", field=kind)
    words = text.replace("\x00", "").replace("\r\n", "\n").strip()
    if len(words) > MOST_TEXT:
        words_of_it = {"most": MOST_TEXT, "count": len(words)}
        raise Refusal(
            _("A text has at most %(most)s characters; this one has %(count)s.") % words_of_it,
            code="text",
            field=kind,
        )
    if too_much := excess(words):
        raise Refusal(too_much, code="text", field=kind)
    return words


def _now(latest: Mapping[str, CampaignText], kind: str) -> str:
    return latest[kind].text if kind in latest else ""


def _next(latest: Mapping[str, CampaignText], kind: str) -> int:
    return latest[kind].version + 1 if kind in latest else 1


def _check_version(latest: Mapping[str, CampaignText], version: str | None, by: User) -> None:
    """Make sure that the texts are as they were when they were read."""
    present = mark_of(latest)
    if version is None or version == present:
        return
    then = _("What you wrote is not saved yet: compare, and save again.")
    last = max(latest.values(), key=lambda one: one.pk, default=None)
    if not version or last is None or last.by is None:
        words = _("These texts have changed since you opened them. %(then)s") % {"then": then}
        raise Outdated(words, version=present)
    values = {"name": last.by.name, "when": when(last.changed_at), "then": then}
    if last.by_id == by.pk:
        words = _("You have saved these texts elsewhere since you opened them here, on %(when)s. %(then)s")
    else:
        words = _("%(name)s has saved these texts since you opened them, on %(when)s. %(then)s")
    raise Outdated(words % values, version=present, who=last.by.name, when=last.changed_at)


def _tell(campaign: Campaign, by: User, kinds: list[str]) -> None:
    """Tell all that texts have changed, all at the same moment; whoever changed them knows."""
    readers = notices_out.readers_of(campaign, clock.now())
    seats = Seat.objects.filter(campaign=campaign)
    roles = [(user, None) for user in _keepers(campaign)]
    told: dict[int, int | None] = {user: None for user, _none in roles}
    told |= dict(readers.of_seats(seats))
    told.pop(by.pk, None)
    notices_out.tell(campaign, notices_out.TEXTS_CHANGED, sorted(told.items()), {"texts": kinds})


def _keepers(campaign: Campaign) -> list[int]:
    return list(campaign.roles.values_list("user_id", flat=True).order_by("user_id"))
