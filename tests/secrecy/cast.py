"""The people who look at a campaign, and how each of them looks: one test client a person."""

from __future__ import annotations

import time
from dataclasses import dataclass

from allauth.mfa.models import Authenticator
from django.test import Client

from campaign.access.play_keys import new_key
from campaign.accounts.services import open_account
from campaign.models import Campaign, User
from campaign.skirmish.services import play_now
from campaign.skirmish.setting_up import Wish

PLAYER = "player"
DEPUTY = "deputy"
RIVAL = "rival"
THIRD = "third"
FOURTH = "fourth"
FACILITATOR = "facilitator"
ARBITER = "arbiter"
OBSERVER = "observer"
OUTSIDER = "outsider"
OPERATOR = "operator"
ANONYMOUS = "anonymous"
GUEST = "guest"

SEATED = (PLAYER, DEPUTY, RIVAL, THIRD, FOURTH)
"""Those who act in a seat; the deputy acts in the player's."""
LOGGED_IN = (*SEATED, FACILITATOR, ARBITER, OBSERVER, OUTSIDER, OPERATOR)
ALL_BUT_GUESTS = (*LOGGED_IN, ANONYMOUS)
"""Those to whom an address is open that has no secrets, but is not on the list of what guests open."""
EVERYBODY = (*ALL_BUT_GUESTS, GUEST)

NAMES = {
    PLAYER: "Petra",
    DEPUTY: "Dora",
    RIVAL: "Rufus",
    THIRD: "Thea",
    FOURTH: "Felix",
    FACILITATOR: "Frieda",
    ARBITER: "Arno",
    OBSERVER: "Olaf",
    OUTSIDER: "Otto",
    OPERATOR: "Oda",
}


@dataclass(frozen=True, slots=True)
class Cast:
    """Everybody's account, by role, and the e-mail address that only its owner and the operator may see."""

    users: dict[str, User]

    def client(self, role: str) -> Client:
        """A browser in which this person is logged in."""
        client = Client(raise_request_exception=False)
        if role != ANONYMOUS:
            client.force_login(self.users[role])
        if role == OPERATOR:
            show_second_factor(client, self.users[role])
        return client


def show_second_factor(client: Client, user: User) -> None:
    """The operator's own pages ask for it: have one, and have shown it in this browser."""
    Authenticator.objects.get_or_create(user=user, type=Authenticator.Type.TOTP, defaults={"data": {}})
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "type": "totp", "at": time.time()}]
    session.save()


COMPARED = (PLAYER, DEPUTY, OBSERVER, OUTSIDER, ANONYMOUS, GUEST)
"""Those to whom the two worlds must look alike: they know the player's side, or nothing."""


def address_of(role: str, salt: str) -> str:
    """A person's e-mail address: a word that is found wherever it leaks, other in each world."""
    return f"mail{role}{'' if role in COMPARED else salt}q@people.example"


def open_cast(salt: str) -> Cast:
    """Make everybody's account. Two casts differ in their addresses alone."""
    users = {
        role: open_account(name=name, email=address_of(role, salt), password="karst-gate-1", time_zone="UTC")
        for role, name in NAMES.items()
    }
    for role, user in users.items():
        user.public_id = f"person-{role}"
        user.is_staff = user.is_superuser = role == OPERATOR
        user.save()
    return Cast(users)


def open_guest(place: str) -> User:
    """Somebody without an account, and the war of its own: alike in both worlds, ``place`` in its name."""
    begun = play_now(key=new_key(), asker="a network", user=None, wish=Wish())
    war = Campaign.objects.filter(pk=begun.campaign.pk)
    war.update(public_id=f"war{place}", name=f"Skirmish at {place}")
    begun.campaign.seats.filter(user=begun.user).update(army="Grey Wardens")
    begun.user.public_id = f"person-{GUEST}"
    begun.user.save(update_fields=("public_id",))
    return begun.user
