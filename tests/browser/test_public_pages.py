"""What strangers, players and operators see of the public face and of flags, in one browser.

``test_every_page`` looks at every page once, with what is usual on it; here the same pages have something on
them: wars that look for players, films, flags that wait, measures that can be undone.
"""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import Page

from campaign.accounts.profile.services import choose_profile
from campaign.models import Campaign, FlagKind, Seat, User
from campaign.people.texts.services import save_texts
from campaign.press.measures.services import Act, act
from campaign.press.moderation.services import flag
from campaign.press.moderation.subjects import army_id
from campaign.public.directory.services import ask_for_seat, save_advert
from tests.archive.test_war_end import finished
from tests.browser.conftest import (
    ARTEFACTS,
    TOLD_APART,
    Enter,
    assert_accessible,
    assert_nothing_sideways,
    visit,
)
from tests.browser.test_every_page import hold
from tests.press.test_flags import browser as browser_of_operator
from tests.public.wars import open_war, played
from tests.wars import War


def seen_by_all() -> tuple[War, War]:
    """A war that looks for somebody and shows its front, and one that is over; both open to all."""
    war = played(open_war(), 3)
    save_texts(campaign=war.campaign, by=war.facilitator, texts={"conduct": "Be kind.\n\n- To *all*."})
    Seat.objects.filter(campaign=war.campaign, key="south").update(user=None, status="open")
    save_advert(
        campaign=war.campaign,
        by=war.facilitator,
        seeking=True,
        language="de",
        experience="new",
        word="Thursdays at the club, and a long word: Donaudampfschiffahrtsgesellschaft.",
    )
    war.campaign.settings = {**war.campaign.settings, "plans_on_time": 90, "newcomers_too": False}
    war.campaign.save(update_fields=["settings"])
    over = finished()
    Campaign.objects.filter(pk=over.campaign.pk).update(open_to_all=True, name="The war that is over")
    choose_profile(user=over.users["north"], visible_to="anyone", shows_counts=True, left_out=())
    return war, over


def as_operator(enter: Enter, site: str, otto: User) -> Page:
    """A window in which the operator has shown a second factor."""
    name = settings.SESSION_COOKIE_NAME
    page = enter(None)
    page.context.add_cookies(
        [{"name": name, "value": browser_of_operator(otto).cookies[name].value, "url": site}]
    )
    return page


@pytest.mark.long
@pytest.mark.timeout(300)
def test_the_public_face_and_flags_on_phones_and_desks(enter: Enter, site: str) -> None:
    ARTEFACTS.mkdir(exist_ok=True)
    war, over = seen_by_all()
    open_id, ended_id = war.campaign.public_id, over.campaign.public_id
    otto = User.objects.create_superuser("otto@site.example", "an operator's password", name="Otto")
    asker = User.objects.create_user("nell@elsewhere.example", name="Nell Far")
    ask_for_seat(campaign=war.campaign, by=asker, word="I play on Thursdays.")
    for number in (1, 2):
        army = army_id(open_id, number)
        made = flag(reader=asker, kind=FlagKind.ARMY, thing=army, reason="A slur", to_operators=True)
    act(operator=otto, flag_id=made.public_id, wish=Act("rename", "It was one", name="The other side"))
    flag(reader=asker, kind=FlagKind.TEXT, thing=f"{open_id}.conduct", reason="Not kind", to_operators=True)
    flag(reader=war.users["north"], kind=FlagKind.CAMPAIGN, thing=open_id, reason="The story is sad")

    stranger, facilitator, player = enter(None), enter(war.facilitator), enter(asker)
    pages = [
        *((stranger, path) for path in ("/wars/", "/wars/?pace=minutes", f"/wars/{open_id}/")),
        *((stranger, f"/c/{one}/") for one in (open_id, ended_id)),
        *((stranger, f"/c/{one}/embed/") for one in (open_id, ended_id)),
        (stranger, f"/profiles/{over.users['north'].public_id}/"),
        *((stranger, f"/flag/{one}/") for one in (f"campaign/{open_id}", f"campaign/{ended_id}")),
        (stranger, f"/flag/text/{open_id}.conduct/"),
        *((player, path) for path in ("/wars/?reliability=me", "/wars/asked/", f"/wars/{open_id}/")),
        *((player, path) for path in ("/account/profile/", "/account/reliability/")),
        *((facilitator, f"/c/{open_id}/{one}/") for one in ("face", "messages/flags", "about")),
        *((as_operator(enter, site, otto), path) for path in ("/operator/", "/operator/flags/")),
    ]
    wrong = []
    for number, (page, path) in enumerate(pages):
        for look in TOLD_APART:
            wrong.append(hold(page, path, *look))
            page.screenshot(path=ARTEFACTS / f"public-{number:02}-{'-'.join(look)}.png")
    assert not any(wrong), "\n\n".join(filter(None, wrong))

    # Whoever is suspended is told why; a browser says of itself that the answer was 403.
    act(
        operator=otto,
        flag_id=flag(
            reader=war.facilitator, kind=FlagKind.PERSON, thing=war.users["north"].public_id, reason="Threats"
        ).public_id,
        wish=Act("suspend", "Threats against a fellow player", days=7),
    )
    shut = enter(war.users["north"])
    visit(shut, "/")
    assert "Threats against a fellow player" in shut.content()
    assert_nothing_sideways(shut, "suspended")
    assert_accessible(shut, "suspended")


@pytest.mark.long
def test_an_embedded_film_leaves_its_map_room_in_any_frame(enter: Enter) -> None:
    """It shows how the war has ended; what plays it lies in the frame, and begins at the beginning."""
    over = finished()
    Campaign.objects.filter(pk=over.campaign.pk).update(open_to_all=True)
    page = enter(None)
    for wide, high, part in (
        (200, 300, 0.5),
        (300, 200, 0.45),
        (320, 320, 0.45),
        (480, 320, 0.45),
        (640, 360, 0.3),
        (800, 560, 0.5),
    ):
        page.set_viewport_size({"width": wide, "height": high})
        visit(page, f"/c/{over.campaign.public_id}/embed/")
        page.wait_for_selector("html[data-ready='2'] .map[data-drawn]")
        page.wait_for_timeout(300)
        box = page.locator(".film .map").bounding_box()
        play = page.get_by_role("button", name="Play", exact=True)
        pressed = play.bounding_box()
        assert box is not None
        assert pressed is not None
        assert box["width"] * box["height"] >= part * wide * high, (wide, high, box)
        assert pressed["x"] >= 0, (wide, high)
        assert pressed["x"] + pressed["width"] <= wide, (wide, high)
        assert pressed["y"] + pressed["height"] <= high, (wide, high)
        assert (page.locator("#film-title").text_content() or "").startswith("Turn 2")
        assert_nothing_sideways(page, f"embed of {wide}x{high}")
    play.click()
    page.wait_for_selector("html[data-ready='0']")
    assert page.locator("#film-title").text_content() == "The deployment"
    assert page.locator("[data-do=play]").get_attribute("class") == "film-play plays"
