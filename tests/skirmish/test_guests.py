"""Guests open what is on their list; everything else, and the API, tells them how to have an account."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.converters import IntConverter as Whole

from campaign.access.guest_pages import AS_STRANGER, POST, READ
from campaign.base.refusal import Refusal
from campaign.models import Campaign, InvitationKind, Order, User
from campaign.people.invitations.joining import accept_invitation
from campaign.people.invitations.services import invite
from campaign.turn.plans.services import save_plan
from campaign.turn.tick import tick
from tests.skirmish.conftest import guest_of, press, war_of
from tests.skirmish.guests import CLOSED

OF_ONE = {name: {"pk": 1} for name in ("mfa_edit_webauthn", "mfa_remove_webauthn")}
"""Addresses whose number stands in an address above them."""
WHOLE = {"admin", "api", "api_battles"}
"""Name spaces that are closed as a whole."""


def addresses(at: URLResolver, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every address of the site, with its name space."""
    for one in at.url_patterns:
        if isinstance(one, URLPattern):
            yield space, one
        else:
            yield from addresses(one, space or one.namespace or "")


def test_every_address_is_open_to_guests_or_closed() -> None:
    """Whoever adds an address decides it: ``campaign.access.guest_pages``, or ``tests.skirmish.guests``."""
    names = {one.name for space, one in addresses(get_resolver()) if space not in WHOLE}
    assert names == CLOSED | {*READ, *POST, *AS_STRANGER}
    assert not CLOSED & {*READ, *POST, *AS_STRANGER}
    assert not {*AS_STRANGER} & {*READ, *POST}


def test_what_is_closed_says_how_to_have_it(guest: Client) -> None:
    refused = guest.get(reverse("campaign_new"))
    assert refused.status_code == 403
    assert reverse("claim") in refused.content.decode()
    for path in ("/api/v1/home/", "/api/v1/skirmishes/", "/api/v1/openapi.json", "/api/v1/campaigns/x/"):
        answer = guest.post(path) if "skirmishes" in path else guest.get(path)
        assert (answer.status_code, answer["Content-Type"]) == (403, "application/problem+json")
        assert "/claim/" in answer.json()["detail"]
    assert guest.get("/admin/").status_code == 403


def test_each_closed_address_is(guest: Client) -> None:
    patterns = [one for space, one in addresses(get_resolver()) if space not in WHOLE and one.name in CLOSED]
    assert len(patterns) >= len(CLOSED)
    for one in patterns:
        parts = one.pattern.converters.items()
        named = {key: 1 if isinstance(kind, Whole) else "x" for key, kind in parts}
        path = reverse(str(one.name), kwargs=named or OF_ONE.get(str(one.name)))
        assert guest.get(path).status_code == 403, path
        assert guest.post(path).status_code == 403, path


def test_own_pages_are_open_and_lead_nowhere_closed(guest: Client) -> None:
    """What a guest's pages link to is open to guests, while its war runs and once it has ended."""
    war = war_of(guest)
    assert reverse("sector_table", args=[war.public_id]) in led_to(guest, war)
    war.settings = {**war.settings, "last_turn": 1}
    war.save()
    guest.post(reverse("plan_submit", args=[war.public_id]), "{}", content_type="application/json")
    tick()
    seen = led_to(guest, war)
    assert {
        reverse(name, args=[war.public_id]) for name in ("war_end", "war_replay", "campaign_dice")
    } <= seen
    # Whoever has played to the end plays again with one tap, against as many.
    page = guest.get(reverse("war_end", args=[war.public_id])).content.decode()
    assert "Play again" in page
    typed = dict(re.findall(r'name="(key|bots|level)" value="([^"]+)"', page.partition("<main")[2]))
    assert (typed["bots"], typed["level"]) == ("2", "recruit")
    assert press(guest, **typed).status_code == 303
    assert war_of(guest) != war


def led_to(guest: Client, war: Campaign) -> set[str]:
    """The addresses to which a guest's pages lead, all of which are open."""
    seen, todo = set(), ["/", reverse("war_map", args=[war.public_id]), reverse("claim")]
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        page = guest.get(path, follow=True)
        assert page.status_code == 200, path
        # The rules and the handbook speak of what is for accounts, too.
        if len(seen) > 60 or path.startswith(("/rules/", "/help/")):
            continue
        todo += [
            link for link in links(page.content.decode()) if link.startswith("/") and "static" not in link
        ]
    return seen


def links(page: str) -> list[str]:
    """The addresses that a page leads to."""
    return [link.partition("#")[0].partition("?")[0] for link in re.findall(r'<a[^>]* href="([^"]+)"', page)]


def test_others_wars_are_not_there(guest: Client) -> None:
    other = Client()
    press(other)
    theirs = war_of(other).public_id
    for name in ("war_map", "sector_table", "latest_report", "campaign_about", "war_end"):
        assert guest.get(reverse(name, args=[theirs])).status_code == 404, name
    assert guest.post(reverse("forget_war", args=[theirs]), {"sure": "yes"}).status_code == 404
    assert Campaign.objects.filter(public_id=theirs).exists()


def test_what_is_open_to_anybody_is_open_to_a_guest(guest: Client, tarn: Campaign) -> None:
    """At a table, and where an open war is read, a guest is who it would be without its war: nobody."""
    assert guest.get(reverse("tables")).status_code == 200
    refused = guest.post(reverse("table_quick"), {"names": "Anna"})
    assert refused.status_code == 422
    assert refused.context["user"].is_anonymous
    page = reverse("chronicle", args=[tarn.public_id])
    assert guest.get(page).status_code == 302
    Campaign.objects.filter(pk=tarn.pk).update(open_to_all=True)
    assert guest.get(page).status_code == Client().get(page).status_code == 200
    # Its own war is still its own.
    assert guest.get(reverse("war_map", args=[war_of(guest).public_id])).status_code == 200


def test_a_guest_names_nothing(guest: Client) -> None:
    war, user = war_of(guest), guest_of(guest)
    seat = war.seats.get(user=user)
    banner = seat.banners.order_by("-level")[0]
    plan = {"orders": {banner.public_id: {"secondary": {"order": "split", "name": "Words"}}}}
    save_plan(seat=seat, number=1, plan=plan, by=user)
    assert "Words" not in str(Order.objects.get().detail)


def test_a_guest_takes_no_seat_among_people(guest: Client, tarn: Campaign, mara: User) -> None:
    made = invite(campaign=tarn, by=mara, kind=InvitationKind.OBSERVER, seat=None, to="", days=1, uses=1)
    path = reverse("join", args=[made.token])
    page = guest.get(path)
    assert page.status_code == 200
    assert f"{reverse('claim')}?back={path}" in page.content.decode()
    assert guest.post(path).status_code == 403
    with pytest.raises(Refusal):
        accept_invitation(invitation=made, user=guest_of(guest))


def test_who_comes_back_goes_on(guest: Client) -> None:
    page = guest.get("/").content.decode()
    assert reverse("war_map", args=[war_of(guest).public_id]) in page
    assert reverse("claim") in page


def test_the_head_offers_to_keep_the_war(guest: Client) -> None:
    page = guest.get(reverse("war_map", args=[war_of(guest).public_id])).content.decode()
    assert f'href="{reverse("claim")}"' in page
    assert reverse("notices") not in page


def test_a_visit_is_noted(guest: Client) -> None:
    User.objects.update(visited_at="2020-01-01T00:00Z")
    guest.get("/")
    seen: Any = guest_of(guest).visited_at
    assert seen.year > 2020
