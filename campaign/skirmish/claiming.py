"""A guest becomes an account, or its wars move to the one that its person has: by a code that is mailed.

Nothing tells whether an address has an account: the same words, the same mail, the same work, until whoever
reads the address's mail has typed the code. Only then is it looked up.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import available_timezones

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from campaign.access import attempts
from campaign.access.attempts import DAY, Count
from campaign.base.dates import clock
from campaign.base.refusal import Refusal, check_line
from campaign.models import AuditEntry, Founding, LessonProgress, LessonState, Seat, User
from campaign.skirmish.erasing import erase_guest, erase_war

HOLDS = timedelta(minutes=15)
MOST_TRIES = 5
MOST_CODES, MOST_OF_A_NETWORK, MOST_TO_AN_ADDRESS = 5, 20, 10


@dataclass(frozen=True, slots=True)
class Claim:
    """What a guest has asked for, as its session keeps it: of the code only a keyed hash."""

    name: str
    address: str
    digest: str
    until: str
    tries: int = 0
    time_zone: str = ""

    @classmethod
    def of(cls, name: str, address: str, code: str, time_zone: str = "") -> Claim:
        """A claim that waits for its code."""
        until = (clock.now() + HOLDS).isoformat()
        return cls(name, address, _digest(address, code), until, time_zone=time_zone)


def count_claim(*, guest: User, asker: str, address: str) -> None:
    """Count a code that is to be mailed. Raises ``Refusal`` (``guesses``) for too many."""
    full = attempts.take(
        Count("claims", str(guest.pk), MOST_CODES),
        Count("claims of a network", asker, MOST_OF_A_NETWORK),
        Count("claims to an address", address, MOST_TO_AN_ADDRESS, DAY),
    )
    if full is not None:
        raise Refusal(
            _("Too many codes have been asked for. Try again in a quarter of an hour."), code="guesses"
        )


def begin_claim(*, name: str, address: str, code: str, time_zone: str = "") -> Claim:
    """What to keep while the code is on its way. Raises ``Refusal`` for a name that is not one line."""
    check_line(name, "name")
    return Claim.of(" ".join(name.split()), address.strip().lower(), code, time_zone)


def check_code(claim: Claim, code: str) -> None:
    """Whether this is the code that was mailed. Raises ``Refusal``: ``late``, ``tries``, ``code``."""
    if clock.now() > datetime.fromisoformat(claim.until):
        raise Refusal(_("This code is no longer valid. Ask for another one."), code="late", field="code")
    if claim.tries >= MOST_TRIES:
        raise Refusal(_("There were too many wrong codes. Ask for another one."), code="tries", field="code")
    typed = _digest(claim.address, code)
    if not hmac.compare_digest(typed, claim.digest):
        raise Refusal(_("This is not the code that we have mailed."), code="code", field="code")


def complete_claim(*, guest: User, claim: Claim) -> User | None:
    """Make the guest the account of the address; None if there is one already, which has to log in.

    Whoever comes here has read the address's mail.
    """
    try:
        with transaction.atomic():
            return _become(guest, claim) if holder_of(claim.address) is None else None
    except IntegrityError:
        # Somebody has signed up with the address in this very moment.
        return None


def _become(guest: User, claim: Claim) -> User:
    person = User.objects.select_for_update(no_key=True).get(pk=guest.pk)
    if not person.guest:
        return person
    person.name, person.email = claim.name, claim.address
    person.guest, person.visited_at, person.session_key = False, None, ""
    if claim.time_zone in available_timezones():
        person.time_zone = claim.time_zone
    person.save(update_fields=("name", "email", "guest", "visited_at", "session_key", "time_zone"))
    EmailAddress.objects.create(user=person, email=claim.address, verified=True, primary=True)
    return person


def holder_of(address: str) -> User | None:
    """Whose account an address is."""
    checked = EmailAddress.objects.filter(email__iexact=address, verified=True).select_related("user").first()
    if checked is not None and isinstance(checked.user, User):
        return checked.user
    return User.objects.filter(email=address).first()


@transaction.atomic
def prove_address(account: User, address: str) -> bool:
    """Whoever holds the account reads its mail; a password that was set before that is nobody's.

    Gives whether there was one.
    """
    known, _made = EmailAddress.objects.get_or_create(
        user=account, email=address, defaults={"primary": account.email == address}
    )
    if known.verified:
        return False
    known.verified, had = True, account.has_usable_password()
    known.save(update_fields=("verified",))
    account.set_unusable_password()
    account.save(update_fields=("password",))
    return had


@transaction.atomic
def move_wars(*, guest: User, account: User) -> int:
    """Move a guest's wars to an account, and erase the guest; gives how many. Repeating it does no harm.

    Of a lesson that both have begun there is one war: of the two the one that has got further.
    """
    held = User.objects.select_for_update().filter(pk=guest.pk, guest=True).first()
    if held is None or held.pk == account.pk:
        return 0
    moved = Seat.objects.filter(user=held).update(user=account)
    Founding.objects.filter(user=held).update(user=account)
    AuditEntry.objects.filter(user=held).update(user=account)
    _take_lessons(held, account)
    erase_guest(held)
    return moved


def has_begun_twice(*, guest: User, account: User) -> bool:
    """Whether both have a war of one lesson, of which only one can be kept."""
    begun = LessonProgress.objects.filter(campaign__isnull=False)
    return begun.filter(user=guest, lesson__in=begun.filter(user=account).values("lesson")).exists()


def _take_lessons(guest: User, account: User) -> None:
    """Give the account the guest's lessons; the guest's seats are the account's already."""
    begun = LessonProgress.objects.select_related("campaign")
    for row in begun.filter(user=guest):
        own = begun.filter(user=account, lesson=row.lesson).first()
        given_up = None
        if own is not None:
            given_up = own if own.campaign is None or _how_far(row) >= _how_far(own) else row
            given_up.delete()
        if given_up is not row:
            row.user = account
            row.save()
        if given_up is not None and given_up.campaign is not None:
            erase_war(given_up.campaign)


def _how_far(row: LessonProgress) -> tuple[bool, int, int]:
    """How far somebody has got in a lesson: whoever is done is furthest."""
    return row.state == LessonState.DONE, row.chapter, row.step


def _digest(address: str, code: str) -> str:
    """A keyed hash of the code for an address, however the code is written."""
    plain = "".join(code.split()).replace("-", "").upper()
    return hmac.new(
        settings.SECRET_KEY.encode(), f"claim/{address}/{plain}".encode(), hashlib.sha256
    ).hexdigest()
