"""The cast of the tests, and the small war they fight.

Mara runs the war of the Tarn ford and has no seat in it. Ada leads the 4th Iron Column from the west, Ben the
Crimson Host from the east: their vanguards stand four sectors apart, so that one march each makes a battle.
Cleo's Pale Swarm waits in the far south-east, where neither can see it, beside a relic that nobody has found.
Nils, who plays in another club, has an account and no part in it: whatever he asks for, there is nothing.
"""

from __future__ import annotations

import gc
import os
import random
import secrets
import shutil
from collections import Counter
from collections.abc import Callable

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from campaign.accounts.services import open_account
from campaign.base.dates.schedule import Schedule
from campaign.base.setup.campaign_settings import Variables
from campaign.founding.start.founding import Called, CampaignSpec, SeatSpec, create_campaign, start_campaign
from campaign.models import Campaign, Seat, User
from rules.state import (
    Banner,
    BannerId,
    Condition,
    ConditionKind,
    Feature,
    FeatureId,
    Player,
    PlayerId,
    Relic,
    RelicId,
    Settings,
    State,
)

BROWSER = "tests/browser/"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What drives a browser is marked: its event loop stays in the worker; no other test may meet it."""
    for item in items:
        if "playwright" in getattr(item, "fixturenames", ()):
            if not item.nodeid.startswith(BROWSER):
                raise pytest.UsageError(
                    f"{item.nodeid} drives a browser, which is looked for in {BROWSER} only"
                )
            item.add_marker(pytest.mark.browser)
    _leave_for_the_long_form(items)


LONG = bool(os.environ.get("TEST_LONG"))


def _leave_for_the_long_form(items: list[pytest.Item]) -> None:
    """Mark what is left out of ``shared`` and ``served`` tests, so that ``make long`` runs it; there what is
    ``wider`` too, and all that looks at pages: it has more to do.
    """
    met: Counter[str] = Counter()
    for item in items:
        shared = item.get_closest_marker("shared")
        if shared is not None:
            name = item.nodeid.partition("[")[0]
            of, first = (*shared.args, 0)[:2]
            if met[name] % of != first:
                item.add_marker(pytest.mark.long)
            met[name] += 1
        if LONG and (item.get_closest_marker("wider") or "look" in getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.long)
        if item.get_closest_marker("served") is not None and connection.vendor != "postgresql":
            item.add_marker(pytest.mark.long)


WHOLE = "tests/test_secrecy.py"
"""Shares two wars that take minutes to be looked at: all of it is for one worker, so it comes first."""

LONGER = (
    "tests/faults/",
    "tests/rig/",
    "tests/test_gates.py",
    "tests/turn/test_year.py",
    "tests/base/test_pseudo_locale.py",
    "tests/founding/test_building_secrets.py",
    "tests/operations/test_health.py",
    "tests/browser/test_every_page.py",
    "tests/browser/test_table.py",
    "tests/browser/test_table_look.py",
    "tests/browser/test_journey.py",
    "tests/oracle/",
)
"""Where a test may take a minute, the longest first."""

# Nothing of what is loaded while tests are collected is garbage: to look for it took an eighth of that time.
gc.disable()


@pytest.hookimpl(specname="pytest_collection_modifyitems", trylast=True)
def pytest_begin_with_the_longer(items: list[pytest.Item]) -> None:
    """Where workers share the tests, each a stretch of the list, each begins with its part of the longer:
    what is done last, while workers run dry, should be short.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    whole = [item for item in items if item.nodeid.startswith(WHOLE)]
    longer = [item for start in LONGER for item in items if item.nodeid.startswith(start)]
    others = [item for item in items if not item.nodeid.startswith((WHOLE, *LONGER))]
    cuts = [round(len(others) * part / workers) for part in range(workers + 1)]
    items[:] = whole + [
        item
        for part in range(workers)
        for item in (*longer[part::workers], *others[cuts[part] : cuts[part + 1]])
    ]


def pytest_collection_finish() -> None:
    """What is loaded by now stays: looking through it for garbage took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, django_db_modify_db_settings: None) -> bool:
    """Whether there is a database to begin with: on SQLite the copy of one that has been migrated."""
    known = connection.settings_dict
    if settings.MIGRATED is None or not known["ENGINE"].endswith("sqlite3"):
        return django_db_keepdb
    shutil.copyfile(settings.MIGRATED, known["TEST"]["NAME"])
    return True


# What is drawn at random follows from the test's name, so that a test that fails once fails again; TEST_SEED
# draws anew. Processes that a test starts draw for themselves.
_DRAWS = random.Random()
vars(secrets).update(
    token_bytes=lambda nbytes=None: _DRAWS.randbytes(32 if nbytes is None else nbytes),
    randbelow=_DRAWS.randrange,
    choice=_DRAWS.choice,
)


def _draw_for(name: str) -> None:
    _DRAWS.seed(f"{os.environ.get('TEST_SEED', '')} {name}")


def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest) -> None:
    """What several tests share is drawn by its own name, whichever of them comes first."""
    if fixturedef.scope != "function":
        _draw_for(f"{fixturedef.argname} of {request.node.nodeid} in {fixturedef.baseid}")


@pytest.fixture(autouse=True)
def _draws(request: pytest.FixtureRequest) -> None:
    """Each test's draws are its own."""
    _draw_for(request.node.nodeid)


PASSWORD = "a ford in the rain"

# What is true stays true on a busy machine; how fast it is is measured elsewhere.
# With no seed given the examples are always the same; `make fuzz` and TEST_SEED look for new ones.
hypothesis_settings.register_profile(
    "here",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="TEST_SEED" not in os.environ,
)
hypothesis_settings.load_profile("here")

TARN_FORD = (
    "..........#.",
    "............",
    "...C........",
    "............",
    "#...........",
    "##....CC....",
    "............",
    "............",
)
ADA, BEN, CLEO = PlayerId("ada"), PlayerId("ben"), PlayerId("cleo")
FORCES = (
    ("a1", ADA, (2, 2), 15, "Vanguard"),
    ("a2", ADA, (2, 6), 12, "Gate Guard"),
    ("b1", BEN, (6, 3), 14, "Red Spear"),
    ("b2", BEN, (9, 2), 10, "Old Guard"),
    ("c1", CLEO, (10, 7), 13, "First Brood"),
)


def tarn_ford() -> State:
    """The state from which the war starts."""
    hold = Condition(ConditionKind.OCCUPATION, sectors=((5, 3), (6, 3)), turns=2)
    fetch = Condition(ConditionKind.RETRIEVAL, relic=RelicId("orb"), turns=2)
    return State(
        turn=1,
        settings=Settings(),
        rows=TARN_FORD,
        players=(Player(ADA, conditions=(hold,)), Player(BEN, conditions=(fetch,)), Player(CLEO)),
        banners=tuple(Banner(BannerId(key), owner, at, level) for key, owner, at, level, _ in FORCES),
        features=(Feature(FeatureId("depot"), (3, 6), known_to=(ADA,)),),
        relics=(Relic(RelicId("orb"), at=(9, 7)),),
    )


def _person(name: str) -> User:
    person = open_account(name=name, email=f"{name.lower()}@club.example", password=PASSWORD)
    # Nobody of the cast plans for the first time: the hints of a first turn are in tests/lessons.
    person.hints = 5
    person.save(update_fields=("hints",))
    return person


@pytest.fixture
def mara(db: None) -> User:
    """The facilitator."""
    return _person("Mara")


@pytest.fixture
def ada(db: None) -> User:
    """A player: the 4th Iron Column."""
    return _person("Ada")


@pytest.fixture
def ben(db: None) -> User:
    """A player: the Crimson Host."""
    return _person("Ben")


@pytest.fixture
def cleo(db: None) -> User:
    """A player: the Pale Swarm, whom nobody has seen."""
    return _person("Cleo")


@pytest.fixture
def nils(db: None) -> User:
    """An outsider."""
    return _person("Nils")


def start_tarn(mara: User, ada: User, ben: User, cleo: User) -> Campaign:
    """Begin a war of the Tarn ford: turn 1 is in planning and nobody has planned."""
    spec = CampaignSpec(
        name="The Tarn Ford",
        story="Three armies, one crossing, and rain.",
        state=tarn_ford(),
        seats=(
            SeatSpec(ADA, "4th Iron Column", ada),
            SeatSpec(BEN, "Crimson Host", ben),
            SeatSpec(CLEO, "Pale Swarm", cleo),
        ),
        banners={key: name for key, _, _, _, name in FORCES},
        things={"depot": Called("Mill depot"), "orb": Called("Orb of Karst")},
        variables=Variables(grace=0),
        schedule=Schedule(time_zone="Europe/Berlin", short_turns=False),
    )
    campaign = create_campaign(facilitator=mara, spec=spec)
    start_campaign(campaign=campaign, by=mara)
    campaign.refresh_from_db()
    return campaign


@pytest.fixture
def tarn(mara: User, ada: User, ben: User, cleo: User) -> Campaign:
    """The war of the Tarn ford, started."""
    return start_tarn(mara, ada, ben, cleo)


@pytest.fixture
def seat_of(tarn: Campaign) -> Callable[[User], Seat]:
    """A person's seat in the war."""
    return lambda user: tarn.seats.get(user=user)


@pytest.fixture
def as_user() -> Callable[[User | None], Client]:
    """A browser in which a person is logged in; nobody for None."""

    def browser(user: User | None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
        return client

    return browser


@pytest.fixture(autouse=True)
def _account_mails_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mails about accounts are there when the request has been answered, but where a test lets them wait."""
    monkeypatch.setattr("config.accounts.put", lambda message, *, code: message.send())


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """Throttles count in the cache: each test starts with an empty one."""
    cache.clear()
