"""Everything that the site holds about one person, as that person may read it: files by name.

It is put together from the person's own rows and from what the person's seats were told. Secrets that open
something (tokens, signing keys, addresses of feeds and hooks) are named, not shown: a program that only reads
gets this file, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import models
from django.db.models import Q

from campaign.access.membership import campaigns_of, left_seat
from campaign.base.answers import Json
from campaign.models import (
    ApiToken,
    ArmyPick,
    Article,
    BattleResult,
    ChannelHook,
    Consent,
    Deputy,
    Device,
    FilmFile,
    Flag,
    ForfeitClaim,
    Hook,
    Insight,
    InsightKind,
    Invitation,
    Measure,
    MeasureKind,
    Message,
    Notice,
    Profile,
    Promise,
    Role,
    Seat,
    SeatAsk,
    Silence,
    StandIn,
    Transfer,
    User,
    Vacation,
    Webhook,
)
from campaign.notices.webhooks.selectors import host_of
from campaign.outbox.groups import GROUPS
from campaign.reports.knowledge_document import knowledge_document

Files = dict[str, bytes]
Document = Mapping[str, Json]

_ALWAYS = datetime(9999, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Tenure:
    """A seat that the person holds or held, and until when what stands there is the person's."""

    seat: Seat
    until: datetime


GATHERERS: list[Callable[[User], Files]] = []
"""What other apps hold about a person; they add themselves."""


def own_data(user: User) -> Files:
    """All files of a person, by name, in order."""
    files = {
        "account.json": as_file(_account(user)),
        "notices.json": as_file([_notice(one) for one in Notice.objects.filter(user=user).order_by("id")]),
        "messages.json": as_file(_messages(user)),
        "campaigns.json": as_file(_campaigns(user)),
    }
    for tenure, last in _seats(user):
        files[f"seats/{tenure.seat.public_id}.json"] = as_file(_seat(tenure, last))
    for gather in GATHERERS:
        files |= gather(user)
    return dict(sorted(files.items()))


def tenures_of(user: User) -> list[Tenure]:
    """The person's seats: of those held all is the person's, of those given up what was there then."""
    held = [Tenure(seat, _ALWAYS) for seat in Seat.objects.filter(user=user).order_by("id")]
    left = Insight.objects.filter(user=user, kind=InsightKind.PLAYER, seat__isnull=False).order_by("id")
    return held + [Tenure(one.seat, one.at) for one in left.select_related("seat") if one.seat is not None]


def as_file(document: object) -> bytes:
    """A document as it lies in a file."""
    return (json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False, default=str) + "\n").encode()


def _account(user: User) -> Document:
    addresses = EmailAddress.objects.filter(user=user).order_by("id")
    hook = Webhook.objects.filter(user=user).first()
    return {
        "id": user.public_id,
        "name": user.name,
        "email": user.email,
        "addresses": list(addresses.values("email", "verified", "primary")),
        "time_zone": user.time_zone,
        "theme": user.theme,
        "date_joined": user.date_joined,
        "last_login": user.last_login,
        "has_password": user.has_usable_password(),
        "second_factors": list(Authenticator.objects.filter(user=user).values("type", "created_at")),
        "outside": list(
            user.socialaccount_set.order_by("id").values("provider", "uid", "extra_data", "date_joined")
        ),
        "hints_seen": user.hints,
        "lessons": list(
            user.lessons.order_by("id").values("lesson", "chapter", "step", "state", "changed_at")
        ),
        "tokens": list(
            ApiToken.objects.filter(user=user).values(
                "name",
                "start",
                "scopes",
                "campaigns",
                "created_at",
                "expires_at",
                "last_used_at",
                "revoked_at",
            )
        ),
        "logged_in": list(user.logins.order_by("id").values("device", "began_at", "seen_at")),
        "webhooks": [_hook(one) for one in Hook.objects.filter(user=user).defer("sealed").order_by("id")],
        "files": list(
            Transfer.objects.filter(user=user)
            .order_by("id")
            .values("kind", "name", "size", "state", "asked_at")
        ),
        "films": list(
            FilmFile.objects.filter(user=user)
            .order_by("id")
            .values("kind", "name", "size", "state", "asked_at")
        ),
        "discord": host_of(hook.address) if hook is not None else None,
        "channels": list(
            ChannelHook.objects.filter(user=user).values("campaign__name", "host", "created_at", "error")
        ),
        "profile": _profile(user),
        "devices": list(
            Device.objects.filter(user=user).order_by("id").values("name", "created_at", "error", "tried_at")
        ),
        "silences": list(Silence.objects.filter(user=user).order_by("id").values("group", "channel")),
        "notice_groups": sorted(GROUPS),
    }


def _hook(one: Hook) -> Document:
    """A webhook by its host: what follows may be a key, and Discord's is one."""
    return {
        "host": host_of(one.address),
        "created_at": one.created_at,
        "error": one.error,
        "tried_at": one.tried_at,
    }


def _profile(user: User) -> Document | None:
    found = Profile.objects.filter(user=user).first()
    if found is None:
        return None
    return {
        "visible_to": found.visible_to,
        "shows_counts": found.shows_counts,
        "left_out": list(found.left_out.order_by("id").values_list("name", flat=True)),
    }


def _notice(one: Notice) -> Document:
    return {
        "kind": one.kind,
        "channel": one.channel,
        "state": one.state,
        "detail": {name: value for name, value in one.detail.items() if name != "address"},
        "created_at": one.created_at,
        "sent_at": one.sent_at,
        "read_at": one.read_at,
    }


def _messages(user: User) -> Document:
    """What the person wrote, and flagged; what others wrote is theirs."""
    written = Message.objects.filter(author=user).select_related("thread__campaign").order_by("id")
    flagged = Flag.objects.filter(by=user).select_related("campaign").order_by("id")
    articles = Article.objects.filter(author=user).select_related("campaign").order_by("id")
    return {
        "messages": [
            {
                "campaign": one.thread.campaign.name,
                "conversation": one.thread.public_id,
                "kind": one.thread.kind,
                "as": one.voice,
                "text": one.text,
                "at": one.created_at,
                "edited_at": one.edited_at,
                "earlier": list(one.edits.values_list("text", flat=True)),
            }
            for one in written.prefetch_related("edits")
        ],
        "flags": [_flag(one) for one in flagged.prefetch_related("measures")],
        "measures": list(
            Measure.objects.filter(person=user)
            .order_by("id")
            .values("kind", "flag__kind", "flag__campaign__name", "reason", "until", "at")
        ),
        "decided": list(Measure.objects.filter(by=user).order_by("id").values("kind", "reason", "at")),
        "articles": [
            {"campaign": one.campaign.name, "kind": one.kind, "title": one.title, "text": one.text}
            for one in articles
        ],
    }


def _flag(one: Flag) -> Document:
    """What the person has shown to others, and what was answered; not what was said to somebody else.

    Why a person was warned or an account shut is told to that person alone. What a thing said is another's.
    """
    to_another = any(measure.kind in _TOLD_APART for measure in one.measures.all())
    return {
        "kind": one.kind,
        "campaign": one.campaign.name if one.campaign is not None else "",
        "reason": one.reason,
        "to_operators": one.to_operators,
        "created_at": one.created_at,
        "settled_at": one.settled_at,
        "answer": "" if to_another else one.answer,
    }


_TOLD_APART = (MeasureKind.WARN, MeasureKind.SUSPEND, MeasureKind.BAN, MeasureKind.RENAME)


def _campaigns(user: User) -> Document:
    """The person's places in campaigns, and what keeps places closed to the person."""
    roles = Role.objects.filter(user=user).select_related("campaign").order_by("id")
    deputy = Deputy.objects.filter(user=user).select_related("seat__campaign").order_by("id")
    stands = StandIn.objects.filter(user=user).select_related("seat__campaign").order_by("id")
    seen = Insight.objects.filter(user=user).select_related("campaign").order_by("id")
    agreed = Consent.objects.filter(user=user).select_related("text__campaign").order_by("id")
    asks = SeatAsk.objects.filter(user=user).select_related("campaign").order_by("id")
    invited = Invitation.objects.filter(Q(made_by=user) | Q(email__iexact=user.email))
    return {
        "campaigns": [{"id": one.public_id, "name": one.name} for one in campaigns_of(user)],
        "roles": [{"campaign": one.campaign.name, "role": one.kind} for one in roles],
        "deputy_of": [
            {
                "campaign": one.seat.campaign.name,
                "seat": one.seat.army,
                "since": one.since,
                "until": one.until,
            }
            for one in deputy
        ],
        "stands_in_for": [
            {"campaign": one.seat.campaign.name, "seat": one.seat.army, "since": one.accepted_at}
            for one in stands
        ],
        "agreed_to": [
            {
                "campaign": one.text.campaign.name,
                "text": one.text.kind,
                "version": one.text.version,
                "words": one.text.text,
                "at": one.at,
            }
            for one in agreed
        ],
        "asked_for_seats": [
            {
                "campaign": one.campaign.name,
                "word": one.word,
                "state": one.state,
                "answer": one.answer,
                "at": one.asked_at,
            }
            for one in asks
        ],
        "seen": [{"campaign": one.campaign.name, "what": one.kind, "at": one.at} for one in seen],
        "invitations": [
            {
                "kind": one.kind,
                "to": one.to if one.made_by_id == user.pk else user.email,
                "created_at": one.created_at,
                "expires_at": one.expires_at,
            }
            for one in invited.order_by("id")
        ],
    }


def _seats(user: User) -> list[tuple[Tenure, int | None]]:
    """The seats that the person holds, and those given up with the last turn that was told."""
    tenures = tenures_of(user)
    found: list[tuple[Tenure, int | None]] = [(one, None) for one in tenures if one.until == _ALWAYS]
    own = {one.seat.campaign_id for one, _last in found}
    for campaign in campaigns_of(user).exclude(pk__in=own).order_by("id"):
        left = left_seat(user, campaign)
        if left is not None and left.seat is not None:
            left.seat.campaign = campaign
            found.append((Tenure(left.seat, left.at), left.last_turn))
    return found


def _seat(tenure: Tenure, last: int | None) -> Document:
    """What a seat knows, and what its player has chosen, told and claimed; until it was given up."""
    seat, until = tenure.seat, tenure.until
    known = knowledge_document(seat)
    told = known["turns"] if last is None else [turn for turn in known["turns"] if turn["turn"] <= last]
    own = {"seat": seat}
    picks = ArmyPick.objects.filter(**own, changed_at__lte=until)
    results = BattleResult.objects.filter(**own, by_app=False, changed_at__lte=until)
    claims = ForfeitClaim.objects.filter(**own, made_at__lte=until)
    promises = Promise.objects.filter(Q(seat_by=seat) | Q(seat_to=seat), offered_at__lte=until)
    away = Vacation.objects.filter(**own, announced_at__lte=until)
    return {
        **known,
        "turns": told,
        **({"fallback": _public(seat)} if last is None else {}),
        "army": _rows(picks, "army", "preset", "rules", "why", "called", "state"),
        "vacations": _rows(away, "first_day", "last_day", "announced_at"),
        "results": _rows(
            results, "battle__public_id", "method", "points_first", "points_second", "sacrifice", "story"
        ),
        "claims": _rows(claims, "evidence", "made_at", "state", "reason"),
        "promises": _rows(
            promises,
            *("kind", "seat_by__army", "seat_to__army", "since", "until", "state"),
            *("offered_at", "settled_at"),
        ),
    }


def _public(seat: Seat) -> Document:
    """The fallback by the ids that its player knows."""
    ids = dict(seat.banners.values_list("key", "public_id"))
    return {ids[key]: order for key, order in sorted(seat.fallback.items()) if key in ids}


def _rows(rows: models.QuerySet[models.Model], *names: str) -> list[dict[str, Json]]:
    return list(rows.order_by("id").values(*names))
