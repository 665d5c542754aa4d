"""Two who build one campaign at once lose nothing of each other."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from campaign.founding.draft_saving import open_draft, save_board
from campaign.models import Campaign, Draft, Role, RoleKind, User
from tests.founding.test_builder_pages import logged_in, page, settings_data
from tests.founding.test_building import BOARD


@pytest.fixture
def site(mara: User) -> Campaign:
    """A campaign of two that Mara is building."""
    return open_draft(by=mara, name="The Long March", seats=2)


def version_in(text: str) -> str:
    found = re.search(r'name="version" value="([0-9a-f]{32})"', text)
    assert found is not None
    return found.group(1)


def test_two_who_build_at_once_are_told_and_lose_nothing(site: Campaign, mara: User, nils: User) -> None:
    Role.objects.create(campaign=site, user=nils, kind=RoleKind.FACILITATOR)
    hers, his = logged_in(mara), logged_in(nils)
    path = reverse("build_story", args=[site.public_id])
    before = version_in(page(hers, "build_story", site))
    script = {"accept": "application/json"}
    first = his.post(path, {"name": "Winter", "story": "Ice.", "version": before}, headers=script)
    assert first.status_code == 200
    told = hers.post(path, {"name": "March", "story": "Snow.", "version": before}, headers=script)
    assert told.status_code == 409
    assert told.json()["theirs"] == {"name": ["Winter"], "story": ["Ice."]}
    assert told.json()["message"].startswith("Nils has saved this since you opened it, on ")
    plain = hers.post(path, {"name": "March", "story": "Snow.", "version": before})
    assert plain.status_code == 409
    text = plain.content.decode()
    assert "<dd>Ice.</dd>" in text
    assert "Snow.</textarea>" in text
    site.refresh_from_db()
    assert (site.name, site.story) == ("Winter", "Ice.")
    # Whoever has compared saves over it, and a script goes on from the version that it is answered.
    again = hers.post(
        path, {"name": "March", "story": "Snow.", "version": told.json()["version"]}, headers=script
    )
    assert again.status_code == 200
    more = {"name": "March", "story": "More.", "version": again.json()["version"]}
    assert hers.post(path, more, headers=script).status_code == 200
    assert version_in(text) == told.json()["version"] == first.json()["version"]


Data = dict[str, Any]


def parts_of(site: Campaign) -> dict[str, tuple[tuple[int, ...], Data, Data]]:
    """Each part of a draft that is saved by itself: the rest of its address, and two ways to fill it in."""
    known = {"act": "know", "letter": "Beware."}
    deadlines = {
        f"{name}_{part}": value
        for name in ("plan", "announce", "results", "publish")
        for part, value in (("weekday", "monday"), ("hour", "20:00"))
    }
    return {
        "build_story": ((), {"name": "Winter", "story": "Ice."}, {"name": "March", "story": "Snow."}),
        "build_settings": ((), settings_data(site, battle_load=4), settings_data(site, battle_load=5)),
        "build_schedule": (
            (),
            {**deadlines, "time_zone": "Asia/Tokyo", "min_plan_hours": 80, "min_battle_days": 7},
            {**deadlines, "time_zone": "Europe/Berlin", "min_plan_hours": 90, "min_battle_days": 7},
        ),
        "build_seats": ((), {"count": 2, "army_1": "Reds"}, {"count": 2, "army_1": "Blues"}),
        "build_player": ((1,), known, {**known, "letter": "Hold on."}),
    }


def test_every_part_has_a_version_of_its_own(site: Campaign, mara: User) -> None:
    save_board(campaign=site, by=mara, board=BOARD)
    client, parts = logged_in(mara), parts_of(site)
    seen = {route: version_in(page(client, route, site, *more)) for route, (more, *_) in parts.items()}
    for route, (more, first, second) in parts.items():
        path = reverse(route, args=[site.public_id, *more])
        script = {"accept": "application/json"}
        answer = client.post(path, {**first, "version": seen[route]}, headers=script)
        assert answer.status_code == 200, (route, answer.json())
        late = client.post(path, {**second, "version": seen[route]}, headers=script)
        assert late.status_code == 409, route
        assert late.json()["version"] == answer.json()["version"]
    theirs = late.json()["theirs"]
    assert theirs["letter"] == ["Beware."]
    # An aim that was added meanwhile is not taken out in the place of another.
    path = reverse("build_player", args=[site.public_id, 1])
    client.post(
        path, {"act": "hold_count", "hold_count-count": 5, "hold_count-turns": 1, "hold_count-primary": "yes"}
    )
    stale = client.post(path, {"act": "remove", "which": 0, "version": late.json()["version"]}, follow=True)
    assert "look again" in stale.content.decode()
    assert len(Draft.objects.get(campaign=site).players["s1"]["conditions"]) == 1


@pytest.mark.parametrize("sent", [{}, {"version": ""}], ids=["no version", "an empty version"])
def test_what_is_sent_without_a_version_is_compared_and_not_stored(
    sent: Data, site: Campaign, mara: User
) -> None:
    save_board(campaign=site, by=mara, board=BOARD)
    client = logged_in(mara)
    for route, (more, first, _second) in parts_of(site).items():
        path, before = reverse(route, args=[site.public_id, *more]), page(client, route, site, *more)
        answer = client.post(path, {**first, **sent})
        assert answer.status_code == 409, route
        text = answer.content.decode()
        assert "It was sent without the version that you have read." in text
        assert version_in(text) == version_in(before)
        script = client.post(path, {**first, **sent}, headers={"accept": "application/json"})
        assert (script.status_code, script.json()["saved"]) == (409, False), route
        assert version_in(page(client, route, site, *more)) == version_in(before), route
    plain = client.post(reverse("build_story", args=[site.public_id]), {"name": "W", "story": "Ice."} | sent)
    assert "Ice.</textarea>" in plain.content.decode()
    assert "<dd>The Long March</dd>" in plain.content.decode()

    # Nor by a button that takes over or takes out.
    schedule = site.schedule
    path = reverse("build_schedule", args=[site.public_id])
    told = client.post(path, {"pace": "week", **sent}, follow=True).content.decode()
    assert "It was sent without the version that you have read." in told
    site.refresh_from_db()
    assert site.schedule == schedule
    path = reverse("build_player", args=[site.public_id, 1])
    aim = {"hold_count-count": 5, "hold_count-turns": 1, "hold_count-primary": "yes"}
    client.post(path, {"act": "hold_count", **aim})
    told = client.post(path, {"act": "remove", "which": 0, **sent}, follow=True).content.decode()
    assert "look again" in told
    assert len(Draft.objects.get(campaign=site).players["s1"]["conditions"]) == 1


def test_a_form_with_a_fault_and_no_version_stays_without_one(site: Campaign, mara: User) -> None:
    client, path = logged_in(mara), reverse("build_story", args=[site.public_id])
    wrong = client.post(path, {"name": "", "story": "Snow."})
    assert wrong.status_code == 422
    assert 'name="version" value=""' in wrong.content.decode()


def test_a_war_from_the_shelf_replaces_only_what_was_seen(site: Campaign, mara: User, nils: User) -> None:
    Role.objects.create(campaign=site, user=nils, kind=RoleKind.FACILITATOR)
    client, path = logged_in(mara), reverse("build_template", args=[site.public_id])
    before = version_in(page(client, "build_template", site))
    save_board(campaign=site, by=nils, board=BOARD)
    for sent in ({"version": before}, {"version": ""}, {}):
        refused = client.post(path, {"template": "crossing", **sent})
        assert refused.status_code == 422
        said = "Nils has saved this" if sent.get("version") else "without the version that you have read"
        assert said in refused.content.decode()
        assert Draft.objects.get(campaign=site).board["terrain"] == BOARD["terrain"]
    now = version_in(refused.content.decode())
    assert client.post(path, {"template": "crossing", "version": now}).status_code == 302
    assert Draft.objects.get(campaign=site).template == "crossing"
