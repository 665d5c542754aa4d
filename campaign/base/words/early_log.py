"""The log of early versions, whose entries were English sentences, read into kinds and values; and back.

Frozen: it holds what entries said before there were kinds (campaign files up to version 3), and is for the
migration that made kinds of them and for such files alone. What the log says now stands in ``log_messages``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

Value = str | int | list[str]

LONGEST = 2000
"""Characters; no entry had more: two reasons of 500, and names."""

_MOVES = "The %(date)s moves from %(before)s to %(after)s: "
_TELLS = "%(who)s tells of %(first)s against %(second)s: "
_POINTS = "%(own)s points lost against %(enemy)s"
_ENDS = "The campaign ends, and %(army)s is its champion: "
_MISSED = "%(army)s has missed %(count)s plans in a row: "
_FORFEITED = "%(army)s has forfeited %(first)s against %(second)s: "
_SILENCE = "Two dates were offered and nothing was done on the battle's page for 48 hours (Rules 12)."

FORMS = (
    ("announced", "announced", "The battles are announced"),
    ("army", "army_approved", "%(army)s is approved"),
    ("army", "army_handed_in", "%(army)s is handed in"),
    ("battle_load", "battle_load", "%(who)s leaves a battle to the dice: %(first)s against %(second)s"),
    ("battles_closed", "battles_closed", "The battles are over"),
    (
        "claim",
        "claim_refused",
        "The claim of %(army)s is not granted: %(first)s against %(second)s: %(reason)s",
    ),
    ("claim", "claim", "%(army)s claims that %(other)s has forfeited %(first)s against %(second)s"),
    ("commitment", "commitment", "New dice are bound by %(commitment)s"),
    ("correction", "correction", "Corrected the %(stage)s: %(reason)s"),
    ("correction_withdrawn", "correction_withdrawn", "Withdrew a correction (%(what)s): %(reason)s"),
    ("date_moved", "date_moved_all_in", _MOVES + "all plans are in"),
    ("date_moved", "date_moved_away", _MOVES + "%(away)s"),
    ("date_moved", "date_moved_downtime", _MOVES + "the app was down in the two hours before it"),
    ("date_moved", "date_moved_late", _MOVES + "the announcement was late"),
    ("date_moved", "date_moved_none_left", _MOVES + "no battle is left to play or report"),
    ("date_moved", "date_moved_paused", _MOVES + "the campaign was paused"),
    ("date_moved", "date_moved_reopened", _MOVES + "a battle was opened again"),
    ("date_moved", "put_off", "The plan deadline is %(days)s later: %(away)s"),
    ("date_moved", "date_moved", _MOVES + "%(reason)s"),
    ("deputy", "deputy_ended", "%(person)s is no longer deputy of %(army)s"),
    ("deputy", "deputy", "%(person)s is deputy of %(army)s"),
    ("dispute", "dispute", "The two results differ: %(first)s against %(second)s, %(sector)s"),
    ("dispute", "disputes_wait", "%(count)s results are in dispute; the turn waits for a ruling"),
    ("dispute", "dispute_somewhere", "The two results differ: %(first)s against %(second)s"),
    (
        "dispute_to_dice",
        "dispute_to_dice",
        "Nobody ruled in time, so the dice decide: %(first)s against %(second)s",
    ),
    ("ended", "ended_last_turn", _ENDS + "it was the last turn"),
    ("ended", "ended_primary", _ENDS + "primary conditions hold"),
    (
        "ended",
        "ended_no_banner",
        "The campaign ends, without a champion: no banner is left on the map",
    ),
    ("excused", "excused_first", "%(army)s: no plan; excused by itself, as the first one missed"),
    ("excused", "excused", "%(army)s is excused from planning: %(reason)s"),
    ("fallback", "fallback", "%(army)s: no plan stood, and its fallback was used"),
    ("forfeit", "forfeit_silent", _FORFEITED + _SILENCE),
    ("forfeit", "forfeit", _FORFEITED + "%(reason)s"),
    ("held", "held", "The %(review)s is held: %(reason)s"),
    ("invited", "invitation_revoked", "An invitation was taken back: %(part)s"),
    ("invited", "invited", "An invitation was made: %(part)s"),
    ("joined", "joined", "%(person)s plays %(army)s"),
    ("joined", "joined_role", "%(person)s is %(role)s"),
    ("missed", "missed", "%(army)s: no plan; its battles are forfeited"),
    ("missions", "missions", "The mission table %(table)s was changed"),
    ("off_hold", "off_hold", "The campaign goes on"),
    ("on_hold", "on_hold", "The campaign is on hold after a failure; all plans and results are safe"),
    (
        "on_hold",
        "on_hold_failed",
        "Turn %(turn)s cannot be resolved: it failed %(count)s times in a row (%(error)s)",
    ),
    (
        "on_hold",
        "on_hold_started",
        "Turn %(turn)s cannot be resolved: it was started %(count)s times without an end,"
        " and others came to theirs",
    ),
    ("open_to_all", "closed_to_all", "Only members may read what is public of this campaign."),
    ("open_to_all", "opened_to_all", "Anybody may read what is public of this campaign."),
    ("paused", "paused", "The campaign is paused: %(reason)s"),
    ("plan_corrected", "plan_corrected", "%(army)s had no plan; by this correction one counts"),
    ("plans_closed", "plans_closed", "The plan deadline has passed; the movement is worked out"),
    ("published", "published", "The turn is published"),
    ("remind", "remind", "%(count)s sides were reminded of their battles"),
    ("reminded", "reminded", "Reminded of the plan: %(armies)s"),
    ("reopen", "reopen", "%(who)s asks to open the result again: %(first)s against %(second)s"),
    ("result", "result_abstract", _TELLS + "the dice shall decide"),
    ("result", "result_draw", _TELLS + "a draw, " + _POINTS),
    ("result", "result_lost", _TELLS + "lost, " + _POINTS),
    ("result", "result_won", _TELLS + "won, " + _POINTS),
    ("resumed", "resumed", "The campaign goes on"),
    ("role", "program_stopped", "A program at %(host)s is told no more: whoever had set that up has left"),
    ("role", "role_ended", "%(person)s is no longer %(role)s"),
    ("role", "role", "%(person)s is %(role)s"),
    (
        "rules",
        "rules",
        "The app's rules have been mended (version %(version)s); that counts from turn %(turn)s",
    ),
    ("ruling", "ruling", "Ruled on %(first)s against %(second)s: %(reason)s"),
    ("sacrifice", "sacrifice", "%(who)s seals a sacrifice of %(levels)s: %(first)s against %(second)s"),
    ("schedule", "schedule", "The schedule of coming turns has changed: %(reason)s"),
    ("seat", "seat_bot", "The bot plays %(army)s"),
    ("seat", "seat_emptied", "%(person)s was removed from %(army)s: %(reason)s"),
    ("seat", "seat_left", "%(person)s has left %(army)s"),
    ("seat", "seat_returned", "%(army)s is played by its player again"),
    ("seat_missing", "seat_to_bot", _MISSED + "the bot acts in it"),
    ("seat_missing", "seat_to_deputy", _MISSED + "its deputy acts in it"),
    ("stand_in", "stand_in_sought", "A stand-in is sought for %(army)s"),
    ("stand_in", "stand_in", "%(person)s stands in for %(army)s"),
    ("started", "started", "The campaign starts. All dice are bound by %(commitment)s"),
    ("vacation", "vacation", "%(army)s is away from %(first_day)s to %(last_day)s"),
    ("vacation", "vacation_cancelled", "%(army)s is not away from %(first_day)s to %(last_day)s"),
    ("view_as", "view_as", "Looked through the eyes of %(army)s"),
)
"""An entry's kind, the kind made of it, and what it said; the more general of two stands later."""


@dataclass(frozen=True, slots=True)
class Around:
    """What is known of an entry's campaign: its time zone, and names, to tell where one in a text ends."""

    zone: str
    armies: tuple[str, ...] = ()
    banners: tuple[str, ...] = ()
    people: tuple[str, ...] = ()


def read_entry(kind: str, text: str, at: datetime, around: Around) -> tuple[str, dict[str, Value]] | None:
    """The kind and values of an entry written at a moment; None if no sentence says exactly its text."""
    if len(text) > LONGEST:
        return None
    for topic, made, sentence in FORMS:
        if topic != kind:
            continue
        for names in _matches(sentence, text, around):
            try:
                values = {name: _read(name, value, at, around) for name, value in names.items()}
            except (ValueError, LookupError, OSError):
                continue
            if write_entry(made, values, at) == (kind, text):
                return made, values
    return None


def write_entry(kind: str, values: Mapping[str, Value], at: datetime) -> tuple[str, str] | None:
    """The kind and text that such an entry had in early versions; None for a kind of later ones."""
    for topic, made, sentence in FORMS:
        if made == kind:
            return topic, sentence % {name: _say(name, value, at) for name, value in values.items()}
    return None


# Which part of the text is which value

_PLACE = re.compile(r"%\\\((\w+)\\\)s|%\((\w+)\)s")
_NUMBERS = ("count", "enemy", "levels", "own", "turn")
_NAMES = {
    "army": "armies",
    "other": "armies",
    "who": "armies",
    "first": "banners",
    "second": "banners",
    "person": "people",
}


def _matches(sentence: str, text: str, around: Around) -> Iterator[dict[str, str]]:
    """The values' texts: first such that names are known ones, else with each as short as it may be."""
    for known in (around, None):
        found = _pattern(sentence, known).fullmatch(text)
        if found is not None:
            yield found.groupdict()


@lru_cache(maxsize=512)
def _pattern(sentence: str, known: Around | None) -> re.Pattern[str]:
    def value(found: re.Match[str]) -> str:
        name = found[1] or found[2]
        return f"(?P<{name}>{_part(name, known)})"

    return re.compile(_PLACE.sub(value, re.escape(sentence)), re.DOTALL)


def _part(name: str, known: Around | None) -> str:
    if name in _NUMBERS:
        return r"\d+"
    names = getattr(known, _NAMES.get(name, ""), ())
    if not names:
        return _TYPES[name].pattern if name in _TYPES else ".+?"
    listed = "|".join(re.escape(one) for one in sorted(names, key=len, reverse=True))
    return rf"(?:{listed})(?: \(deputy\))?" if name == "who" else listed


def _read(name: str, text: str, at: datetime, around: Around) -> Value:
    if name in _NUMBERS:
        return int(text)
    return _TYPES[name].read(text, at, around) if name in _TYPES else text


def _say(name: str, value: Value, at: datetime) -> str:
    return _TYPES[name].say(value, at) if name in _TYPES else str(value)


# Values that are not what the text says


class _Type(NamedTuple):
    pattern: str
    read: Callable[[str, datetime, Around], Value]
    say: Callable[[Value, datetime], str]


def _coded(words: Mapping[str, str]) -> _Type:
    """A code for each of some words."""
    codes = {word: code for code, word in words.items()}
    return _Type(
        "|".join(map(re.escape, codes)),
        lambda text, at, around: codes[text],
        lambda value, at: words[str(value)],
    )


_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MOMENT = re.compile(r"\w{3} (\d{1,2}) (\w{3})(?: (\d{4}))?, (\d\d):(\d\d) \S+")


def _read_moment(text: str, at: datetime, around: Around) -> str:
    """ISO 8601 with the campaign's time zone, as in ``2026-11-27T23:59:00+01:00[Europe/Berlin]``."""
    found, zone = _MOMENT.fullmatch(text), ZoneInfo(around.zone)
    if found is None:
        return ""
    year, month = int(found[3] or at.astimezone(zone).year), _MONTHS.index(found[2]) + 1
    for fold in (0, 1):
        local = datetime(year, month, int(found[1]), int(found[4]), int(found[5]), tzinfo=zone, fold=fold)
        stamp = f"{local.isoformat()}[{around.zone}]"
        if _say_moment(stamp, at) == text:
            return stamp
    raise ValueError(text)


def _say_moment(value: Value, at: datetime) -> str:
    if not value:
        return "no date"
    moment, _, key = str(value).removesuffix("]").partition("[")
    zone = ZoneInfo(key)
    local = datetime.fromisoformat(moment).astimezone(zone)
    year = "" if local.year == at.astimezone(zone).year else f" {local.year}"
    day = f"{_DAYS[local.weekday()]} {local.day} {_MONTHS[local.month - 1]}{year}"
    return f"{day}, {local:%H:%M} {_say_zone(local)}"


def _say_zone(local: datetime) -> str:
    name = local.tzname() or "UTC"
    if name[0] not in "+-":
        return name
    return f"UTC{name[:3]}:{name[3:5]}" if name[3:5] else f"UTC{name[:3]}"


def _say_away(value: Value, at: datetime) -> str:
    armies = _list(value)
    return f"{' and '.join(armies)} {'is' if len(armies) == 1 else 'are'} away"


def _read_away(text: str, at: datetime, around: Around) -> list[str]:
    named = text.removesuffix(" is away").removesuffix(" are away")
    return _listed(named, " and ", around.armies)


def _read_armies(text: str, at: datetime, around: Around) -> list[str]:
    try:
        return _listed(text, ", ", around.armies)
    except ValueError:
        return text.split(", ")


def _listed(text: str, between: str, known: tuple[str, ...]) -> list[str]:
    """The known names that a text lists. Raises ``ValueError`` if it lists others."""
    for name in known:
        if text == name:
            return [name]
        if text.startswith(name + between):
            return [name, *_listed(text[len(name + between) :], between, known)]
    raise ValueError(text)


def _read_who(text: str, at: datetime, around: Around) -> list[str]:
    army = text.removesuffix(" (deputy)")
    return [text] if army == text or text in around.armies else [army, "deputy"]


def _say_who(value: Value, at: datetime) -> str:
    army, *deputy = _list(value)
    return f"{army} (deputy)" if deputy else army


def _read_part(text: str, at: datetime, around: Around) -> list[str]:
    kind, _, army = text.partition(", ")
    return [kind, army] if army not in ("", "any seat") else [kind]


def _say_part(value: Value, at: datetime) -> str:
    kind, *army = _list(value)
    return f"{kind}, {army[0] if army else 'any seat'}" if kind == "player" else kind


def _list(value: Value) -> list[str]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value


_A_MOMENT = _Type(
    r"no date|\w{3} \d{1,2} \w{3}(?: \d{4})?, \d\d:\d\d \S+",
    _read_moment,
    _say_moment,
)
_A_DAY = _Type(r"\d{4}-\d\d-\d\d", lambda text, at, around: text, lambda value, at: str(value))
_TYPES: Mapping[str, _Type] = {
    "after": _A_MOMENT,
    "armies": _Type(r".+", _read_armies, lambda value, at: ", ".join(_list(value))),
    "away": _Type(r".+ (?:is|are) away", _read_away, _say_away),
    "before": _A_MOMENT,
    "date": _coded(
        {
            "plan_due": "plan deadline",
            "announce_due": "announcement",
            "results_due": "results deadline",
            "publish_due": "publication",
        }
    ),
    "days": _Type(
        r"1 day|\d+ days",
        lambda text, at, around: int(text.split()[0]),
        lambda value, at: "1 day" if value == 1 else f"{value} days",
    ),
    "first_day": _A_DAY,
    "last_day": _A_DAY,
    "part": _Type(r"observer|facilitator|arbiter|player, .+", _read_part, _say_part),
    "review": _coded({"movement_review": "movement review", "aftermath_review": "aftermath review"}),
    "role": _coded({one: one for one in ("facilitator", "arbiter", "observer")}),
    "sector": _Type(r"[A-Z]+\d+", lambda text, at, around: text, lambda value, at: str(value)),
    "stage": _coded({"input": "input of the movement", "outcome": "outcome of the turn"}),
    "who": _Type(r".+?", _read_who, _say_who),
}
