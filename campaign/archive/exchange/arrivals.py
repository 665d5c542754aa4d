"""What arrives with the exchange file: a row that is more than its fields allow is refused or named anew."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaign.base.rows.rowdata import RowError
from campaign.base.words.log_messages import kind_of
from campaign.base.words.log_words import sentence
from campaign.models import (
    AuditEntry,
    Backdrop,
    BotDecision,
    CampaignText,
    Message,
    Promise,
    PromiseState,
    TextKind,
    Thread,
    ThreadKind,
)
from campaign.people.texts.services import MOST_TEXT
from campaign.turn.told.promise_keeping import HOW
from rules.bot.documents import beliefs_from, reasons_from

PICTURE_TYPES = ("image/jpeg", "image/webp")
MOST_SIDE = 10_000


def name_thread(row: Thread) -> None:
    """Its key: groups and talks with the facilitators may be many, and belong to nobody here yet."""
    row.key = f"battle:{row.battle.pk}" if row.battle is not None else str(row.kind)
    if row.kind in (ThreadKind.GROUP, ThreadKind.FACILITATOR):
        row.key = f"{row.kind}:file:{row.public_id}"


def check_entry(row: AuditEntry) -> None:
    """What has no text is of a known kind, and its values make a sentence."""
    if row.text:
        if row.values:
            raise RowError("values", _("must be empty where there is a text"))
        return
    kind = kind_of(row.kind)
    if kind is None:
        raise RowError("kind", _("is no kind of entry that this site knows"))
    try:
        sentence(kind, row.values, row.created_at)
    except ValueError as error:
        raise RowError("values", _("do not make the sentence: %(why)s") % {"why": error}) from error


def check_promise(row: Promise) -> None:
    """Only what was promised travels, and how it was broken is as a publication would have found it."""
    if row.state != PromiseState.ACCEPTED or row.since is None:
        raise RowError("state", _("must be accepted, with the turn since which it holds"))
    if not (isinstance(row.breaches, list) and all(map(_is_breach, row.breaches))):
        raise RowError("breaches", _("must list who broke it, in which turn, how and where"))


def _is_breach(one: object) -> bool:
    if not isinstance(one, dict) or one.keys() != {"turn", "seat", "how", "at", "told"}:
        return False
    at, told = one["at"], one["told"]
    return (
        type(one["turn"]) is int
        and isinstance(one["seat"], str)
        and one["how"] in HOW
        and isinstance(at, list)
        and len(at) == 2
        and all(type(value) is int and 0 <= value < MOST_SIDE for value in at)
        and isinstance(told, list)
    )


def check_backdrop(row: Backdrop) -> None:
    """Its picture is of a kind that is drawn."""
    if row.media_type not in PICTURE_TYPES:
        raise RowError("media_type", _("must be one of %(allowed)s") % {"allowed": ", ".join(PICTURE_TYPES)})


def check_text(row: CampaignText) -> None:
    """What is asked of whoever plays, in one of its versions."""
    if row.kind not in TextKind.values:
        raise RowError("kind", _("must be one of %(allowed)s") % {"allowed": ", ".join(TextKind.values)})
    if not row.version:
        raise RowError("version", _("must be 1 or more"))
    if len(row.text) > MOST_TEXT:
        raise RowError("text", _("has at most %(most)s characters") % {"most": MOST_TEXT})


def check_decision(row: BotDecision) -> None:
    """What the replay shows of it can be read; the map is the campaign's."""
    if not (isinstance(row.knowledge, dict) and isinstance(row.plan, dict)):
        raise RowError("knowledge", _("must be a JSON object, and so must the plan"))
    row.knowledge = {key: value for key, value in row.knowledge.items() if key != "rows"}
    for name, read, document in (
        ("reasons", reasons_from, row.reasons),
        ("beliefs", beliefs_from, row.beliefs),
    ):
        try:
            read(document)
        except ValueError as error:
            raise RowError(name, _("cannot be read")) from error


def name_message(row: Message) -> None:
    """Its key: the device that sent it is not here."""
    row.client_id = row.public_id
