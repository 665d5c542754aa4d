"""An entry of the log in the reader's language, made of its kind and values where it is read.

So is a reason that the app gives by itself; what a person gave as one is kept, and shown, as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Protocol, TypedDict
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


def moment_of(stamped: Value) -> datetime:
    """The moment of a value that ``stamp`` made of one."""
    return datetime.fromisoformat(str(stamped).partition("[")[0])


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
    return away_words(value)


def away_words(value: Value) -> str:
    """Whose players are away, of the names of their armies. Raises ``TypeError`` for anything else."""
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


# Reasons in notices

FIRST_MISSED = _("first missed plan")
"""Why somebody is excused whose first plan was missing, as it is kept."""
TAKEN_IN = _("Imported from a file; resume it when its players are here.")
"""Why a campaign is paused that has come from a file, as it is kept."""

REASONS: Mapping[LogKind, str] = {
    LogKind.DATE_MOVED_ALL_IN: _("all plans are in"),
    LogKind.DATE_MOVED_NONE_LEFT: _("no battle is left to play or report"),
    LogKind.DATE_MOVED_LATE: _("the announcement was late"),
    LogKind.DATE_MOVED_REOPENED: _("a battle was opened again"),
    LogKind.DATE_MOVED_DOWNTIME: _("the app was down in the two hours before it"),
    LogKind.DATE_MOVED_DRAWING: _("the app was down when seals could be opened"),
    LogKind.DATE_MOVED_PAUSED: _("the campaign was paused"),
    LogKind.DATE_MOVED_AWAY: _("%(away)s"),
    LogKind.ON_HOLD_FAILED: _("it failed %(count)s times in a row (%(error)s)"),
    LogKind.ON_HOLD_STARTED: _("it was started %(count)s times without an end, and others came to theirs"),
}
"""The reasons, by the kind of entry with which the log says the same."""

_KEPT = frozenset({FIRST_MISSED, TAKEN_IN, *(one for one in REASONS.values() if "%(" not in one)})


class Detail(TypedDict, total=False):
    """A reason as the detail of a notice keeps it: kind and values, or a person's own words."""

    why: str
    values: dict[str, Value]
    reason: str


def detail_of(kind: LogKind, values: Values) -> Detail:
    """A reason, for the detail of a notice."""
    if kind in REASONS:
        return {"why": kind.value, "values": dict(values)}
    return {"reason": str(values["reason"])}


def reason_of(detail: Detail) -> str:
    """The reason in the detail of a notice, in the reader's language; one of before as far as it is known."""
    kind = kind_of(detail.get("why", ""))
    if kind is None:
        return kept_reason(detail.get("reason", ""))
    values = dict(detail["values"])
    if "away" in values:
        values["away"] = away_words(values["away"])
    return gettext(REASONS[kind]) % values


def kept_reason(text: str) -> str:
    """A reason that is kept as a text: the app's own in the reader's language, a person's as it is."""
    return gettext(text) if text in _KEPT else text
