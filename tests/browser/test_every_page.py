"""Every page of the site that somebody can open, in the browser: nothing to scroll sideways, nothing against
accessibility, nothing on the console. The list is the URLconf, so that a new page is looked at by itself.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from django.test import Client
from playwright.sync_api import ConsoleMessage, Page

from campaign.base.setup.campaign_settings import Variables
from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.start.founding import Called, CampaignSpec, SeatSpec, create_campaign, start_campaign
from campaign.models import Battle, Campaign, CampaignStatus, Phase, User
from campaign.turn.tick import tick
from tests.base.test_pseudo_locale import meet
from tests.browser.conftest import SCHEMES, SIZES, Enter, assert_accessible, assert_nothing_sideways, visit
from tests.conftest import FORCES, tarn_ford
from tests.secrecy.table import routes

As = Callable[[User | None], Client]
LOOKS = tuple(product(SIZES, SCHEMES))
LONG = bool(os.environ.get("TEST_LONG"))
NOT_OURS = ("api/", "admin/", "healthz", "readyz", "clockz")
"""What is for programs, for the operator, or looked at by a test of its own."""


def filled(route: str, **values: str) -> Iterator[str]:
    """The addresses of a route, as far as its parts can be named."""
    for number in ("1", "0"):
        path = "/" + route
        for name, value in {**values, "number": number}.items():
            path = re.sub(rf"<\w+:{name}>", value, path)
        if "<" not in path and "^" not in path:
            yield path
        if "number" not in route:
            return


def ended_war(mara: User, ada: User, ben: User, cleo: User) -> Campaign:
    """A war whose last turn was its first."""
    people = {"ada": ada, "ben": ben, "cleo": cleo}
    spec = CampaignSpec(
        name="The Short War",
        story="It was over before it began.",
        state=tarn_ford(),
        seats=tuple(
            SeatSpec(player.id, player.id.title(), people[player.id]) for player in tarn_ford().players
        ),
        banners={key: name for key, _, _, _, name in FORCES},
        things={"depot": Called("Depot", ""), "orb": Called("Orb", "")},
        variables=Variables(last_turn=1),
    )
    war = create_campaign(facilitator=mara, spec=spec)
    start_campaign(campaign=war, by=mara)
    while war.status != CampaignStatus.ENDED:
        tick(now=war.turns.order_by("-number")[0].resolve_after)
        war.refresh_from_db()
    return war


def pages_for(client: Client, **values: str) -> dict[str, str]:
    """Each route that is a page for this person, with an address of it."""
    found: dict[str, str] = {}
    for route in routes():
        if (
            route.startswith(NOT_OURS)
            or route.endswith("live/")
            or ("campaign_id" in route) != ("campaign_id" in values)
        ):
            continue
        for path in filled(route, **values):
            answer = client.get(path)
            html = answer.get("Content-Type", "").startswith("text/html")
            if answer.status_code == 200 and html and b"<header" in answer.content:
                found[route] = path
                break
    return found


def hold(page: Page, path: str, size: str, scheme: str, *, axe: bool = True) -> str:
    """Look at one page, with axe-core too, which takes longest; what is wrong with it, empty if nothing."""
    said: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            said.append(message.text)

    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page.on("console", note)
    page.on("pageerror", raised := lambda error: said.append(str(error)))
    try:
        visit(page, path)
        what = f"{path} ({size}, {scheme})"
        assert_nothing_sideways(page, what)
        if axe:
            assert_accessible(page, what)
        assert not said, f"{what}: {said}"
    except AssertionError as fault:
        return str(fault)
    finally:
        page.remove_listener("console", note)
        page.remove_listener("pageerror", raised)
    return ""


@pytest.mark.wider
@pytest.mark.timeout(1800 if LONG else 600)
def test_every_page(
    mara: User,
    ada: User,
    ben: User,
    cleo: User,
    as_user: As,
    enter: Enter,
    request: pytest.FixtureRequest,
) -> None:
    draft = open_draft(by=mara, name="The Long March", seats=2)
    save_board(campaign=draft, by=mara, board={"terrain": ["...C", ".#..", "...."]})
    over = ended_war(mara, ada, ben, cleo)
    # Begun when the other is over: time passes for all campaigns alike.
    tarn: Campaign = request.getfixturevalue("tarn")
    meet(tarn)
    turn = tarn.turns.get(number=1)
    while turn.phase != Phase.BATTLES:
        tick(now=turn.resolve_after)
        turn.refresh_from_db()
    battle = Battle.objects.get(turn=turn).public_id

    # What each can open, asked for without a browser; then half of the pages, each by one of them, in one
    # look after the other, axe-core looking at every second; or all by all in all looks.
    seen: dict[tuple[str, str], list[tuple[User | None, str]]] = {}
    for person in (ada, mara, None):
        for of, values in (
            ("site", {}),
            ("war", {"campaign_id": tarn.public_id, "battle_id": battle}),
            ("draft", {"campaign_id": draft.public_id}),
            ("end", {"campaign_id": over.public_id}),
        ):
            for route, path in pages_for(as_user(person), **values).items():
                seen.setdefault((of if of != "end" else "war", route), []).append((person, path))
    windows: dict[User | None, Page] = {}
    wrong = []
    half = [openings for (_of, route), openings in seen.items() if LONG or not zlib.crc32(route.encode()) % 2]
    for number, openings in enumerate(half):
        chosen = openings if LONG else [openings[number % len(openings)]]
        looks = LOOKS if LONG else [LOOKS[number % len(LOOKS)]]
        for person, path in chosen:
            if person not in windows:
                windows[person] = enter(person)
            axe = LONG or number % 2 == 0
            wrong += [hold(windows[person], path, *look, axe=axe) for look in looks]
    assert len(half) > (80 if LONG else 40), len(half)
    assert not any(wrong), "\n\n".join(one for one in wrong if one)
