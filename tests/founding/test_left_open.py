"""Pages of the builder that were left open across the start: they lead on, and say what was not saved."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.start.services import start_campaign
from campaign.models import Campaign, Role, RoleKind, User
from tests.founding.test_builder_pages import logged_in
from tests.founding.test_building import BOARD, filled

PAGES = (
    ("build_story", ()),
    ("build_texts", ()),
    ("build_template", ()),
    ("build_settings", ()),
    ("build_schedule", ()),
    ("build_seats", ()),
    ("build_map", ()),
    ("build_map_files", ()),
    ("build_things", ()),
    ("build_house", ()),
    ("build_balance", ()),
    ("build_players", ()),
    ("build_player", (1,)),
    ("build_packet", (1,)),
)


@pytest.fixture
def started(mara: User, nils: User, ada: User, ben: User) -> Campaign:
    """A campaign that Nils started while Mara was still building."""
    site = open_draft(by=mara, name="The Long March", seats=2)
    Role.objects.create(campaign=site, user=nils, kind=RoleKind.FACILITATOR)
    save_board(campaign=site, by=mara, board=BOARD)
    filled(site, ada, ben)
    start_campaign(campaign=site, by=nils)
    return site


@pytest.mark.parametrize(("route", "more"), PAGES)
def test_each_leads_to_where_the_war_is_run_from(
    route: str, more: tuple[int, ...], started: Campaign, mara: User, ada: User, cleo: User
) -> None:
    path = reverse(route, args=[started.public_id, *more])
    for answer in (logged_in(mara).get(path, follow=True), logged_in(mara).post(path, {"act": "know"})):
        if answer.status_code == 405:
            continue
        way = getattr(answer, "redirect_chain", None) or [(answer["Location"], answer.status_code)]
        assert way == [(reverse("desk", args=[started.public_id]), 302)]
    # Who has not built it finds nothing, as before.
    for other in (ada, cleo):
        assert logged_in(other).get(path).status_code == 404


def test_the_script_that_saves_is_told(started: Campaign, mara: User, ada: User) -> None:
    path, script = reverse("build_story", args=[started.public_id]), {"accept": "application/json"}
    sent = {"name": "W", "story": "Late.", "version": "1"}
    answer = logged_in(mara).post(path, sent, headers=script)
    words = "Not saved: the campaign has started, and its set-up is fixed."
    assert (answer.status_code, answer.json()["errors"]) == (422, {"__all__": [words]})
    assert logged_in(ada).post(path, sent, headers=script).status_code == 404
    started.refresh_from_db()
    assert started.story == ""
