"""Beginning a skirmish, with or without an account, and forgetting it.

One click makes one war, however often it arrives: its key is stored with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.access.play_keys import token_of
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.founding.start.ready_wars import found_ready_war
from campaign.home.own_skirmishes import skirmishes_of
from campaign.models import Campaign, CampaignKind, Founding, User
from campaign.skirmish.allowance import (
    check_network,
    check_person,
    guest_wars,
    lock_foundings,
    never_played,
    no_room,
    site_is_full,
)
from campaign.skirmish.erasing import erase_war
from campaign.skirmish.setting_up import Wish, check_wish, spec_of
from campaign.turn.plans.bot_limits import check_bots


@dataclass(frozen=True, slots=True)
class Begun:
    """A skirmish and whose it is; ``fresh`` if it was begun by this very request."""

    campaign: Campaign
    user: User
    fresh: bool


def play_now(*, key: str, asker: str, user: User | None, wish: Wish) -> Begun:
    """Begin a skirmish, once for each key; without ``user`` a guest is made for it.

    ``asker`` is of ``campaign.access.visitors``. Raises ``Refusal``: ``key`` for one that this site has not
    given out lately, or that somebody else has used, ``wish`` with the field; ``TooManyError``.
    """
    check_wish(wish, guest=user is None or user.guest)
    network = asker if user is None else ""
    return _once(key, user, lambda token, moment: _found(token, network, user, wish, moment))


def begin_for(*, user: User, token: str, wish: Wish) -> Begun:
    """Begin a skirmish for an account that needs no page: ``token`` is a random id. Raises as above."""
    check_wish(wish, guest=user.guest)
    with transaction.atomic():
        lock_foundings()
        return _found(token, "", user, wish, clock.now())


def found_for_guest(*, key: str, asker: str, found: Callable[[User], Campaign]) -> Begun:
    """Make a guest for another war than a skirmish, once for each key: ``found`` founds it for the guest.

    It counts like a skirmish. Raises ``Refusal`` (``key``), ``TooManyError``.
    """

    def begin(token: str, moment: datetime) -> Begun:
        check_network(asker, moment)
        _make_room()
        person = _guest(moment)
        return _noted(token, asker, person, found(person), moment)

    return _once(key, None, begin)


def _once(key: str, user: User | None, begin: Callable[[str, datetime], Begun]) -> Begun:
    """What ``begin`` begins, with all that it counts under one lock; or what the same click has begun before.

    Raises ``Refusal`` (``key``), and what ``begin`` raises.
    """
    token = _token_of(key)
    with transaction.atomic():
        lock_foundings()
        used = Founding.objects.select_related("campaign", "user").filter(key=token).first()
        return _again(used, user) if used is not None else begin(token, clock.now())


def _token_of(key: str) -> str:
    """The random part of a key that a page of this site has had lately. Raises ``Refusal``."""
    token = token_of(key)
    if not token:
        message = _("Nothing was begun, because the page was too old. Press the button here once more.")
        raise Refusal(message, code="key")
    return token


def _again(used: Founding, user: User | None) -> Begun:
    """What the first click has made. Raises ``Refusal`` if it is gone, or somebody else's."""
    mine = user is None or used.user == user
    if not mine or used.campaign is None or used.user is None or not (used.user.guest or user is not None):
        message = _("This button has begun a war already, which is no longer here. Press it again.")
        raise Refusal(message, code="key")
    return Begun(used.campaign, used.user, fresh=False)


def _found(token: str, asker: str, user: User | None, wish: Wish, moment: datetime) -> Begun:
    if user is None:
        check_network(asker, moment)
    else:
        check_person(user, moment)
        _check_bots(user, wish)
    if user is None or user.guest:
        _make_room()
    person = user if user is not None else _guest(moment)
    campaign = found_ready_war(kind=CampaignKind.SKIRMISH, spec=spec_of(wish, person))
    return _noted(token, asker, person, campaign, moment)


def _noted(token: str, asker: str, person: User, campaign: Campaign, moment: datetime) -> Begun:
    """A war that has just been begun; it is counted, and found by its click."""
    Founding.objects.create(key=token, asker=asker, user=person, campaign=campaign, at=moment)
    return Begun(campaign, person, fresh=True)


def _check_bots(user: User, wish: Wish) -> None:
    """Whether all that the person runs may have so many more bots. Raises ``Refusal`` (``wish``)."""
    try:
        check_bots(user, [wish.level] * wish.bots)
    except Refusal as refusal:
        raise Refusal(refusal.message, code="wish", field=refusal.field) from refusal


def _guest(moment: datetime) -> User:
    """Somebody without an account: no address, no password, a name that says so."""
    guest = User(name=_("Guest"), guest=True, visited_at=moment)
    guest.set_unusable_password()
    guest.save()
    return guest


def _make_room() -> None:
    """See that the site takes one more war of a guest: one that was never played makes room."""
    if not site_is_full():
        return
    idle = never_played(guest_wars()).first()
    if idle is None:
        raise no_room()
    erase_war(idle)


def forget_war(*, user: User, campaign_id: str) -> None:
    """Erase one's own skirmish, and a guest with its last one. Raises ``Campaign.DoesNotExist``."""
    with transaction.atomic():
        erase_war(skirmishes_of(user).select_for_update(of=("self",)).get(public_id=campaign_id))


def keep_session(user: User, session_key: str) -> None:
    """Note which session is a guest's: it goes with the guest."""
    user.session_key = session_key
    User.objects.filter(pk=user.pk, guest=True).update(session_key=session_key)
