"""Rosters that a person keeps."""

from __future__ import annotations

from typing import cast

from django.db import transaction
from django.utils.translation import gettext as _

from battles.lists.intake import Taken, take
from battles.lists.services import in_lines
from battles.models import Intake, Roster
from campaign.access import uploads
from campaign.base.refusal import Refusal, check_line
from campaign.models import User
from campaign.web.bounded_fields import whole
from rules.tabletop.lists.document import ListDocument
from rules.tabletop.lists.listing import Source, understood
from rules.tabletop.lists.plain import PlainSource, questions_to_plain, source_from_plain, source_to_plain

MOST = 50
LONGEST = 100_000
TYPED_ROSTER = "typed_roster"
"""Where a session keeps a list that could not be kept, until its page is shown again."""


def keep(user: User, name: str, text: str, file: bytes | None = None) -> Roster:
    """Keep a list under a name, in place of another of it: its text, or a file's units, and what is read.

    What it leaves open is asked when it is used, and then kept too. Raises ``Refusal`` with the field.
    """
    name = name.strip()[:60]
    if not name:
        raise Refusal(_("Give the list a name."), code="impossible", field="name")
    check_line(name, "name")
    if len(text) > LONGEST:
        raise Refusal(_("The list is too long."), code="impossible", field="roster")
    uploads.count(user, len(text.encode()) if file is None else len(file), field="roster")
    taken = take(text if file is None else file)
    if Roster.objects.filter(user=user).exclude(name=name).count() >= MOST:
        raise Refusal(_("You have saved as many lists as fit: delete one."), code="full", field="name")
    values = {"text": text.strip() if file is None else in_lines(taken), "read": _as_read(taken)}
    with transaction.atomic():
        roster, _new = Roster.objects.update_or_create(user=user, name=name, defaults=values)
        # Answers to what stood here before are none to this list.
        Intake.objects.filter(kept=roster).update(kept=None)
    return roster


def kept_of(user: User | None, number: str) -> Roster:
    """A list that this person keeps. Raises ``Refusal``."""
    found = Roster.objects.filter(user=user, pk=whole(number) or 0).first() if user else None
    if found is None:
        raise Refusal(_("This saved list is not there any longer."), code="not_found", field="kept")
    return found


def taken_of(roster: Roster) -> Taken:
    """A kept list as it was read, with the answers that it has; one of before is read now.

    Raises ``Refusal`` with the field.
    """
    if roster.read is None:
        taken = take(roster.text)
        Roster.objects.filter(pk=roster.pk).update(read=_as_read(taken))
        return taken
    source = cast("PlainSource", roster.read["source"])
    found = understood(source_from_plain(source))
    return Taken(found.document, questions_to_plain(found.questions), found.left, source)


def keep_answers(roster: Roster, document: ListDocument) -> None:
    """Keep what was answered of a list: it is not asked again."""
    source = source_to_plain(Source(document["name"], document=document))
    Roster.objects.filter(pk=roster.pk).update(read={"source": source, "list": document})


def _as_read(taken: Taken) -> dict[str, object]:
    return {"source": taken.source, "list": taken.document}


def drop(user: User, name: str) -> None:
    """Drop a list."""
    Roster.objects.filter(user=user, name=name).delete()
