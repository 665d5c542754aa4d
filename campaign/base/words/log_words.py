"""An entry of the log in the reader's language, made of its kind and values where it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from campaign.base.dates.times import when
from campaign.base.words.log_messages import LogKind, kind_of
from campaign.models import CorrectionStage, InvitationKind, Phase, RoleKind, TextKind

Value = str | int | list[str]
"""A name or a number; a code, a day or a moment; several names."""
Values = Mapping[str, Value]
NONE: Values = MappingProxyType({})

_DATES = {
    "plan_due": _("plan deadline"),
    "announce_due": _("announcement"),
    "results_due": _("results deadline"),
    "publish_due": _("publication"),
}

_MOMENT = re.compile(r"([^\[\]]+)\[([^\[\]]+)\]")


class Entry(Protocol):
    """What is read of an entry."""

    kind: str
    values: Any
    text: str
    created_at: datetime


def words_of(entry: Entry) -> str:
    """An entry in the language of the moment; an old one that is kept as text as it was written."""
    kind = kind_of(entry.kind)
    if entry.text or kind is None:
        return entry.text
    return sentence(kind, entry.values, entry.created_at)


def sentence(kind: LogKind, values: Values, at: datetime) -> str:
    """What a kind says with these values, written at a moment. Raises ``ValueError`` if they do not fit."""
    check_names(kind, values)
    shown = {}
    for name, value in values.items():
        try:
            shown[name] = _shown(name, value, at)
        except (ValueError, LookupError, TypeError, OverflowError, OSError) as error:
            wrong = {"kind": kind.value, "name": name, "value": str(value)[:60]}
            raise ValueError(gettext("%(kind)s: %(name)s cannot be %(value)s") % wrong) from error
    return gettext(kind.sentence) % shown


def date_words(name: str) -> str:
    """A date of a turn, by its field's name. Raises ``KeyError``."""
    return gettext(_DATES[name])


def check_names(kind: LogKind, values: Mapping[str, object]) -> None:
    """Raise ``ValueError`` unless the values' names are those of the kind's sentence."""
    if not isinstance(values, Mapping) or values.keys() != kind.names:
        names = {"kind": kind.value, "names": ", ".join(sorted(kind.names)) or "-"}
        raise ValueError(gettext("%(kind)s: the values must be these: %(names)s") % names)


def stamp(moment: datetime | None, zone: ZoneInfo) -> str:
    """A moment as a value: ISO 8601 with its time zone (RFC 9557), empty for none.

    For example ``2026-11-27T23:59:00+01:00[Europe/Berlin]``.
    """
    return "" if moment is None else f"{moment.astimezone(zone).isoformat()}[{zone.key}]"


def _shown(name: str, value: Value, at: datetime) -> str:
    show = SHOWN.get(name)
    if show is not None:
        return show(value, at)
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise TypeError(f"{name} is neither a text nor a number")
    return str(value)


def _date(value: Value, at: datetime) -> str:
    return date_words(_text(value))


def _phase(value: Value, at: datetime) -> str:
    return str(Phase(_text(value)).label).lower()


def _stage(value: Value, at: datetime) -> str:
    return str(CorrectionStage(_text(value)).label).lower()


def _role(value: Value, at: datetime) -> str:
    return str(RoleKind(_text(value)).label).lower()


def _title(value: Value, at: datetime) -> str:
    """What one of the campaign's texts is called."""
    return str(TextKind(_text(value)).label)


def _moment(value: Value, at: datetime) -> str:
    """A moment in its own time zone, as it was told then: with its year if that was another."""
    if not value:
        return gettext("no date")
    found = _MOMENT.fullmatch(_text(value))
    if found is None:
        raise TypeError(f"{value} is no moment")
    return when(datetime.fromisoformat(found[1]), ZoneInfo(found[2]), now=at)


def _days(value: Value, at: datetime) -> str:
    if not isinstance(value, int):
        raise TypeError(f"{value} is no number")
    return ngettext("%(count)d day", "%(count)d days", value) % {"count": value}


def _away(value: Value, at: datetime) -> str:
    """Whose players are away."""
    armies = _names(value)
    verb = ngettext("%(armies)s is away", "%(armies)s are away", len(armies))
    return verb % {"armies": gettext(" and ").join(armies)}


def _armies(value: Value, at: datetime) -> str:
    return ", ".join(_names(value))


def _who(value: Value, at: datetime) -> str:
    """The army that acts, with a mark if its deputy does: the army, or the army and ``deputy``."""
    army, *deputy = _names(value)
    if deputy not in ([], ["deputy"]):
        raise TypeError(f"{value} is no army, nor an army with its deputy")
    return gettext("%(army)s (deputy)") % {"army": army} if deputy else army


def _part(value: Value, at: datetime) -> str:
    """What an invitation makes of somebody: ``player``, perhaps with the army, or a role."""
    code, *army = _names(value)
    kind = InvitationKind(code)
    label = str(kind.label).lower()
    if kind != InvitationKind.PLAYER:
        return label
    return f"{label}, {army[0] if army else gettext('any seat')}"


def _text(value: Value) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value} is no text")
    return value


def _names(value: Value) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(one, str) for one in value):
        raise TypeError(f"{value} is no list of names")
    return value


SHOWN: Mapping[str, Callable[[Value, datetime], str]] = {
    "after": _moment,
    "armies": _armies,
    "away": _away,
    "before": _moment,
    "date": _date,
    "days": _days,
    "part": _part,
    "review": _phase,
    "role": _role,
    "stage": _stage,
    "text": _title,
    "who": _who,
}
"""The names of values that are not shown as they are, whatever the sentence, and how each is said."""
