"""An operator acts on a flag (Trust 5): a row with its reason, and the person is told.

Nobody decides in wars of one's own, and nothing here shows a map or a plan. What was taken away or renamed
can be put back for as long as what stood there is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.access.logins import end_access
from campaign.access.operators import operates
from campaign.access.suspensions import FOR_GOOD
from campaign.base.dates import clock
from campaign.base.refusal import Refusal, check_line
from campaign.models import Flag, FlagKind, Measure, MeasureKind, User
from campaign.outbox import services as notices_out
from campaign.press.measures.selectors import decidable
from campaign.press.moderation.replacing import put_back, replace
from campaign.press.moderation.services import settle, short, take_away
from campaign.press.moderation.subjects import SUBJECTS

KEPT = timedelta(days=90)
"""How long a snapshot is kept, and what stood in a place before: so long a measure can be undone."""
LONGEST_SUSPENSION = 365
MOST_NAME: Mapping[str, int] = {
    FlagKind.CAMPAIGN: 80,
    FlagKind.ARMY: 60,
    FlagKind.PERSON: 60,
    FlagKind.BANNER: 60,
    FlagKind.ASK: 60,
    FlagKind.GROUP: 80,
    FlagKind.HOUSE: 60,
    FlagKind.THING: 60,
}


@dataclass(frozen=True, slots=True)
class Act:
    """What an operator asks for: why, how it is called from now on, for how many days."""

    kind: str
    reason: str
    name: str = ""
    days: int = 0


def act(*, operator: User, flag_id: str, wish: Act) -> Measure:
    """Do what the operator asks for about a flag, once.

    Raises ``Refusal``: ``unknown``, ``own_war``, ``settled``, ``reason``, ``impossible``.
    """
    words = short(wish.reason, "reason", _("Give a reason: the person is told."))
    if wish.kind not in _ACTS:
        raise Refusal(_("There is no such measure."), code="impossible", field="kind")
    with transaction.atomic():
        flag = _locked(operator, flag_id)
        if flag.settled_at is not None:
            raise Refusal(_("Another operator has settled this one already."), code="settled")
        measure = _ACTS[wish.kind](flag, operator, Act(wish.kind, words, wish.name, wish.days))
        settle(flag, by=operator, answer=words)
        _tell(flag, measure)
    return measure


def undo(*, operator: User, measure_id: str, reason: str) -> Measure:
    """Take a measure back, with a reason. Raises ``Refusal``: ``unknown``, ``own_war``, ``undone``,
    ``late``, ``changed``, ``reason``.
    """
    words = short(reason, "reason", _("Give a reason: the person is told."))
    with transaction.atomic():
        found = Measure.objects.select_for_update(no_key=True, of=("self",)).filter(
            public_id=measure_id, flag__to_operators=True
        )
        done = found.exclude(kind__in=(MeasureKind.UNDO, MeasureKind.DISMISS)).first()
        if done is None:
            raise _unknown()
        flag = _locked(operator, Flag.objects.get(pk=done.flag_id).public_id)
        if Measure.objects.filter(undoes=done).exists():
            raise Refusal(_("This has been undone already."), code="undone")
        _take_back(done)
        measure = _written(flag, operator, MeasureKind.UNDO, words, undoes=done)
        _tell(flag, measure)
    return measure


def forget_snapshots() -> int:
    """Erase what flags and measures keep of people's words and pictures, once it is old; gives how many.

    What there was, who decided and why stays. Repeating it does no harm.
    """
    old = clock.now() - KEPT
    flags = Flag.objects.filter(created_at__lt=old).exclude(snapshot={}, picture=None)
    measures = Measure.objects.filter(at__lt=old).exclude(kept=[])
    return flags.update(snapshot={}, picture=None) + measures.update(kept=[])


def _locked(operator: User, flag_id: str) -> Flag:
    """The flag, for an operator who may decide on it. Raises ``Refusal``: ``unknown``, ``own_war``."""
    rows = Flag.objects.select_for_update(no_key=True, of=("self",)).filter(
        to_operators=True, public_id=flag_id
    )
    flag = rows.first() if operates(operator) else None
    if flag is None:
        raise _unknown()
    if not decidable(operator).filter(pk=flag.pk).exists():
        raise Refusal(
            _("This is about a war of yours, or about yourself: another operator decides."), code="own_war"
        )
    return flag


def _unknown() -> Refusal:
    return Refusal(_("There is no such flag here."), code="unknown")


def _written(
    flag: Flag,
    by: User,
    kind: MeasureKind,
    reason: str,
    *,
    until: datetime | None = None,
    undoes: Measure | None = None,
) -> Measure:
    return Measure.objects.create(
        flag=flag,
        kind=kind,
        person=flag.person,
        by=by,
        reason=reason,
        until=until,
        undoes=undoes,
        at=clock.now(),
    )


def _hide(flag: Flag, by: User, wish: Act) -> Measure:
    return take_away(flag, by=by, why=wish.reason)


def _rename(flag: Flag, by: User, wish: Act) -> Measure:
    name = SUBJECTS[flag.kind].name
    if name is None:
        raise Refusal(_("This has no name of its own: take it away."), code="impossible", field="kind")
    words = " ".join(wish.name.split())
    most = MOST_NAME[flag.kind]
    check_line(words, "name")
    if not words or len(words) > most:
        raise Refusal(
            _("Write what it is to be called, at most %(most)d characters.") % {"most": most},
            code="impossible",
            field="name",
        )
    measure = _written(flag, by, MeasureKind.RENAME, wish.reason)
    measure.kept = replace(name(flag.subject, words))
    measure.save(update_fields=("kept",))
    return measure


def _person_of(flag: Flag) -> User:
    if flag.person is None:
        raise Refusal(_("Nobody with an account has written this."), code="impossible", field="kind")
    return flag.person


def _warn(flag: Flag, by: User, wish: Act) -> Measure:
    _person_of(flag)
    return _written(flag, by, MeasureKind.WARN, wish.reason)


def _suspend(flag: Flag, by: User, wish: Act) -> Measure:
    if not 1 <= wish.days <= LONGEST_SUSPENSION:
        raise Refusal(
            _("An account is suspended for 1 to %(most)d days.") % {"most": LONGEST_SUSPENSION},
            code="impossible",
            field="days",
        )
    return _shut(flag, by, wish.reason, MeasureKind.SUSPEND, clock.now() + timedelta(days=wish.days))


def _ban(flag: Flag, by: User, wish: Act) -> Measure:
    """For good; programs and feeds of the person end with it."""
    measure = _shut(flag, by, wish.reason, MeasureKind.BAN, FOR_GOOD)
    end_access(_person_of(flag))
    return measure


def _shut(flag: Flag, by: User, why: str, kind: MeasureKind, until: datetime) -> Measure:
    person = _person_of(flag)
    if operates(person):
        raise Refusal(
            _("This is an operator of the site: take that right away first."), code="impossible", field="kind"
        )
    # The lock: of two who decide about one person at once, neither overwrites what shuts longer.
    now = User.objects.select_for_update(no_key=True).get(pk=person.pk).suspended_until
    if now is None or now < until:
        User.objects.filter(pk=person.pk).update(suspended_until=until, suspended_because=why)
    return _written(flag, by, kind, why, until=until)


def _dismiss(flag: Flag, by: User, wish: Act) -> Measure:
    return _written(flag, by, MeasureKind.DISMISS, wish.reason)


_ACTS: Mapping[str, Callable[[Flag, User, Act], Measure]] = {
    MeasureKind.HIDE: _hide,
    MeasureKind.RENAME: _rename,
    MeasureKind.WARN: _warn,
    MeasureKind.SUSPEND: _suspend,
    MeasureKind.BAN: _ban,
    MeasureKind.DISMISS: _dismiss,
}


def _take_back(done: Measure) -> None:
    if done.kind in (MeasureKind.HIDE, MeasureKind.RENAME):
        if not done.kept:
            raise Refusal(
                _("What stood there is kept for %(days)d days; it cannot be put back any more.")
                % {"days": KEPT.days},
                code="late",
            )
        put_back(done.kept)
    if done.kind in (MeasureKind.SUSPEND, MeasureKind.BAN) and done.person_id is not None:
        _open_again(done)


def _open_again(done: Measure) -> None:
    """Unless another measure shuts the account, too."""
    assert done.person_id is not None, "whoever was shut out is known"
    User.objects.select_for_update(no_key=True).get(pk=done.person_id)
    others = Measure.objects.filter(
        person=done.person_id, kind__in=(MeasureKind.SUSPEND, MeasureKind.BAN), undone=None
    )
    left = others.exclude(pk=done.pk).filter(until__gt=clock.now()).order_by("-until").first()
    User.objects.filter(measures=done).update(
        suspended_until=left.until if left is not None else None,
        suspended_because=left.reason if left is not None else "",
    )


def _tell(flag: Flag, measure: Measure) -> None:
    """The person what was done, and whoever has flagged it that somebody has looked at it."""
    about = measure.public_id
    detail = {"thing": flag.kind, "measure": measure.kind}
    if flag.person_id is not None and measure.kind != MeasureKind.DISMISS:
        until = measure.until.isoformat() if measure.until is not None else ""
        undone = measure.undoes.kind if measure.undoes is not None else ""
        more = {"reason": measure.reason, "until": until, "undone": undone}
        notices_out.tell_people(
            [flag.person_id], notices_out.MEASURED, about=about, detail={**detail, **more}
        )
    if flag.by_id is not None and measure.undoes is None:
        acted = measure.kind != MeasureKind.DISMISS
        notices_out.tell_people(
            [flag.by_id],
            notices_out.FLAG_SETTLED,
            about=about,
            detail={"thing": flag.kind, "acted": acted, "reason": "" if acted else measure.reason},
        )
