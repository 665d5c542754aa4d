"""The people of the demo: one for each role, with log-ins that are shown to whoever starts it."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.accounts.services import open_account
from campaign.models import User

PASSWORD = "karst-gate"
ZONE = "Europe/Berlin"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the demo, and what to try as them."""

    name: str
    email: str
    role: str


FACILITATOR = Person("Mara Holt", "mara@demo.invalid", "facilitator of all three campaigns")
PLAYERS = (
    Person("Ada Fenn", "ada@demo.invalid", "player: her plan is missing in The Siege of Karst Gate"),
    Person("Ben Okoro", "ben@demo.invalid", "player: has a battle against Ada in Ashfall Reach"),
    Person("Cleo Marsh", "cleo@demo.invalid", "player: in a dispute with Dirk in Ashfall Reach"),
    Person("Dirk Aalto", "dirk@demo.invalid", "player: in a dispute with Cleo in Ashfall Reach"),
    Person("Eva Lindqvist", "eva@demo.invalid", "player: see the same war from another side"),
    Person("Finn Castell", "finn@demo.invalid", "player: see the same war from another side"),
)
OBSERVER = Person("Olga Renn", "olga@demo.invalid", "observer: sees what is public")
OPERATOR = Person("Otto Brandt", "otto@demo.invalid", "operator of the site, at /admin/")
EVERYBODY = (FACILITATOR, *PLAYERS, OBSERVER, OPERATOR)


def open_accounts() -> dict[str, User]:
    """Make everybody's account, by e-mail address."""
    users = {
        person.email: open_account(name=person.name, email=person.email, password=PASSWORD, time_zone=ZONE)
        for person in EVERYBODY
    }
    operator = users[OPERATOR.email]
    operator.is_staff = operator.is_superuser = True
    operator.save(update_fields=["is_staff", "is_superuser"])
    return users


def logins() -> str:
    """The log-ins as a table of text."""
    lines = [f"  {person.email:22} {person.name:15} {person.role}" for person in EVERYBODY]
    return "\n".join([f"Log in with any of these and the password {PASSWORD}:", *lines])
