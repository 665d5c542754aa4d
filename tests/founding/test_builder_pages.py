"""The builder's pages: every step is saved, with or without its script, and seen by builders alone."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.access.knowledge_barriers import has_seen_truth
from campaign.base.dates.schedule import Schedule, dates_of_turn
from campaign.base.setup.campaign_settings import Variables
from campaign.founding import services as building
from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.start.services import start_campaign
from campaign.models import Campaign, CampaignStatus, Draft, Role, RoleKind, Seat, SeatStatus, User
from tests.founding.test_building import AIM, BOARD, filled, seat_of
from tests.words import says

STEPS = ("build", "build_story", "build_template", "build_settings", "build_schedule", "build_seats")
OF_BOARDS = ("build_players",)


@pytest.fixture
def site(mara: User) -> Campaign:
    """A campaign of two that Mara is building."""
    return open_draft(by=mara, name="The Long March", seats=2)


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(client: Client, route: str, site: Campaign, *more: Any) -> str:
    response = client.get(reverse(route, args=[site.public_id, *more]))
    assert response.status_code == 200
    return response.content.decode()


def send(client: Client, path: str, data: dict[str, Any], **more: Any) -> Any:
    """Send a step's form as its page does: with the version of what it shows."""
    found = re.search(r'name="version" value="(\w+)"', client.get(path).content.decode())
    assert found is not None
    return client.post(path, {**data, "version": found.group(1)}, **more)


def test_a_campaign_is_founded_from_a_template_or_empty(mara: User) -> None:
    client = logged_in(mara)
    assert "The Crossing" in client.get("/campaigns/new/").content.decode()
    answer = client.post(
        "/campaigns/new/", {"name": "March", "seats": 3, "start": "template:crossing", "blind": "no"}
    )
    site = Campaign.objects.get()
    assert answer.headers["Location"] == reverse("build", args=[site.public_id])
    assert Draft.objects.get(campaign=site).board["banners"]
    client.post("/campaigns/new/", {"name": "Empty", "seats": 2, "start": "", "blind": "yes"})
    assert Campaign.objects.get(name="Empty").blind


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"name": ""}, "required"),
        ({"seats": 9}, "9 is not one of the available choices"),
        ({"start": "template:long_war"}, "is for 4 to 8 seats, and there are 2"),
        ({"start": "copy:nothing"}, "is not one of the available choices"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_founded(mara: User, data: dict[str, Any], said: str) -> None:
    whole = {"name": "March", "seats": 2, "start": "", "blind": "no", **data}
    answer = logged_in(mara).post("/campaigns/new/", whole)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Campaign.objects.exists()


def test_every_page_is_the_builders_alone_and_gone_when_it_has_started(
    site: Campaign, mara: User, ada: User, ben: User
) -> None:
    building.use_template(campaign=site, by=mara, key="crossing")
    filled(site, ada, ben)
    pages = [reverse(route, args=[site.public_id]) for route in (*STEPS, *OF_BOARDS)]
    pages += [reverse(route, args=[site.public_id, 1]) for route in ("build_player", "build_packet")]
    for path in pages:
        assert logged_in(mara).get(path).status_code == 200, path
        assert logged_in(ada).get(path).status_code == 404, path
        assert logged_in(ada).post(path, {}).status_code in (404, 405), path
        assert Client().get(path).status_code == 302, path
    start_campaign(campaign=site, by=mara)
    for path in pages[1:]:
        led = logged_in(mara).get(path)
        assert (led.status_code, led["Location"]) == (302, reverse("desk", args=[site.public_id])), path
        assert logged_in(ada).get(path).status_code == 404, path


def test_who_presses_start_twice_or_comes_back_to_the_checklist_is_led_to_the_desk(
    site: Campaign, mara: User, ada: User, ben: User, nils: User
) -> None:
    building.use_template(campaign=site, by=mara, key="crossing")
    filled(site, ada, ben)
    Role.objects.create(campaign=site, user=nils, kind=RoleKind.FACILITATOR)
    path, desk = (reverse(route, args=[site.public_id]) for route in ("build", "desk"))
    client = logged_in(mara)
    for _press in range(2):
        assert client.post(path, {"act": "start", "sure": "yes"}).headers["Location"] == desk
    for builder in (mara, nils):
        came = logged_in(builder).get(path, follow=True)
        assert came.redirect_chain == [(desk, 302)]
        assert "The campaign has started: its set-up is fixed." in came.content.decode()
    assert logged_in(ada).get(path).status_code == 404


def test_the_story_is_saved_by_its_button_and_by_its_script(site: Campaign, mara: User) -> None:
    client, path = logged_in(mara), reverse("build_story", args=[site.public_id])
    answer = send(client, path, {"name": "Winter Road", "story": "Snow.", "then": "next"})
    assert answer.headers["Location"] == reverse("build_template", args=[site.public_id])
    answer = client.post(path, {"name": "", "story": "More snow."}, headers={"accept": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["errors"]["name"]
    answer = send(
        client, path, {"name": "Road", "story": "More snow."}, headers={"accept": "application/json"}
    )
    assert (answer.json()["saved"], answer.json()["errors"]) == (True, {})
    site.refresh_from_db()
    assert (site.name, site.story) == ("Road", "More snow.")


def settings_data(site: Campaign, **changes: Any) -> dict[str, Any]:
    known = {**Variables.of(site).document(), "automatic": "no", **changes}
    return {
        name: "on" if value is True else value
        for name, value in known.items()
        if value is not None and value is not False
    }


def test_every_setting_is_shown_with_its_rule_and_saved(site: Campaign, mara: User) -> None:
    text = page(logged_in(mara), "build_settings", site)
    shown = set(Variables().document()) - {"min_plan_hours", "min_battle_days"}
    assert [name for name in shown if f'name="{name}"' not in text] == []
    assert "(Rules 5.12)" in text
    path = reverse("build_settings", args=[site.public_id])
    data = settings_data(site, battle_load=4, engagement="every_turn", drafts_count=False, press="none")
    assert send(logged_in(mara), path, {**data, "automatic": "yes", "last_turn": 9}).status_code == 302
    site.refresh_from_db()
    variables = Variables.of(site)
    assert (variables.battle_load, variables.engagement, variables.press) == (4, "every_turn", "none")
    assert (variables.drafts_count, variables.last_turn, site.automatic) == (False, 9, True)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"battle_radius": 4}, "Must lie between the battle range and the search range"),
        ({"battle_load": 1000}, "from 0 to 100"),
        ({"grace": "many"}, "Enter a whole number"),
    ],
)
def test_a_setting_that_cannot_be_is_told_beside_it_and_kept(
    site: Campaign, mara: User, changes: dict[str, Any], said: str
) -> None:
    path = reverse("build_settings", args=[site.public_id])
    answer = send(logged_in(mara), path, settings_data(site, **changes))
    assert answer.status_code == 422
    text = answer.content.decode()
    assert said in text
    assert f'value="{next(iter(changes.values()))}"' in text
    site.refresh_from_db()
    assert Variables.of(site) == Variables.of_new_war()


def test_all_settings_that_cannot_be_are_told_at_once(site: Campaign, mara: User) -> None:
    wrong = {"battle_radius": -3, "battle_load": 1000, "dispute_hours": -1, "vacation_days": 9999}
    answer = send(
        logged_in(mara), reverse("build_settings", args=[site.public_id]), settings_data(site, **wrong)
    )
    assert set(answer.context["form"].errors) == set(wrong)


def schedule_data(**changes: Any) -> dict[str, Any]:
    data = {"time_zone": "Europe/Berlin", "min_plan_hours": 48, "min_battle_days": 5, "short_turns": "on"}
    for name, day, hour in (
        ("plan", "friday", "20:00"),
        ("announce", "", "21:30"),
        ("results", "monday", "20:00"),
        ("publish", "tuesday", "08:00"),
    ):
        data |= {f"{name}_weekday": day, f"{name}_hour": hour}
    return {**data, **changes}


def test_the_schedule_is_saved_with_holidays_and_turns_of_their_own(site: Campaign, mara: User) -> None:
    path = reverse("build_schedule", args=[site.public_id])
    own = {"own_1_turn": 5, "own_1_hours": 120, "own_2_turn": 3, "own_2_days": 14}
    data = schedule_data(holidays="2026-12-24\n2026-12-25", **own)
    assert send(logged_in(mara), path, data).status_code == 302
    site.refresh_from_db()
    schedule = Schedule.of(site)
    assert schedule.time_zone == "Europe/Berlin"
    assert schedule.announce.weekday is None
    assert [day.isoformat() for day in schedule.holidays] == ["2026-12-24", "2026-12-25"]
    assert schedule.own(5).plan_hours == 120
    assert schedule.own(3).battle_days == 14
    assert Variables.of(site).min_plan_hours == 48
    text = page(logged_in(mara), "build_schedule", site)
    assert 'value="120"' in text
    assert "If it started now" in text


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"holidays": "Christmas"}, "Christmas is no date; write it as 2026-12-24."),
        ({"plan_hour": "25:00"}, "Enter a valid time"),
        ({"time_zone": "Mars/Olympus"}, "is not one of the available choices"),
        ({"min_plan_hours": 5000}, "from 0 to 720"),
    ],
)
def test_a_schedule_that_cannot_be_is_told(
    site: Campaign, mara: User, changes: dict[str, Any], said: str
) -> None:
    before = site.schedule
    path = reverse("build_schedule", args=[site.public_id])
    answer = send(logged_in(mara), path, schedule_data(**changes))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    site.refresh_from_db()
    assert site.schedule == before


def test_seats_are_named_and_counted(site: Campaign, mara: User) -> None:
    path = reverse("build_seats", args=[site.public_id])
    assert send(logged_in(mara), path, {"count": 3, "army_1": "Reds"}).status_code == 302
    assert [seat.army for seat in site.seats.order_by("number")] == ["Reds", "Army 2", "Army 3"]


def test_conditions_of_every_kind_are_added_and_taken_out(site: Campaign, mara: User) -> None:
    save_board(campaign=site, by=mara, board=BOARD)
    path, client = reverse("build_player", args=[site.public_id, 1]), logged_in(mara)
    common = {"primary": "yes", "turns": 2}
    for act, goal in (
        ("hold_sectors", {"sectors": "A1, C2-D3"}),
        ("hold_count", {"count": 12}),
        ("carry", {"relic": "r1"}),
        ("destroy_player", {"player": "s2"}),
        ("destroy_banners", {"banners": ["b2", "b3"]}),
    ):
        data = {f"{act}-{name}": value for name, value in {**common, **goal}.items()}
        assert client.post(path, {"act": act, **data}).status_code == 302, act
    text = page(client, "build_player", site, 1)
    for said in (
        "Hold A1, C2, D2, C3, D3, for 2 turns",
        "Hold 12 sectors",
        "Carry Orb",
        "Destroy Horde, Mob",
    ):
        assert said in text
    send(client, path, {"act": "remove", "which": "1"})
    kinds = [one["kind"] for one in Draft.objects.get(campaign=site).players["s1"]["conditions"]]
    assert kinds == ["occupation", "retrieval", "destruction", "destruction"]


@pytest.mark.parametrize(
    ("act", "data", "said"),
    [
        ("hold_sectors", {"sectors": "the hill"}, "the hill is no sector"),
        ("hold_count", {"count": 0}, "greater than or equal to 1"),
        ("carry", {"relic": "r9"}, "is not one of the available choices"),
    ],
)
def test_a_condition_that_cannot_be_is_told(
    site: Campaign, mara: User, act: str, data: dict[str, Any], said: str
) -> None:
    save_board(campaign=site, by=mara, board=BOARD)
    posted = {"act": act, **{f"{act}-{k}": v for k, v in {"primary": "yes", "turns": 1, **data}.items()}}
    answer = logged_in(mara).post(reverse("build_player", args=[site.public_id, 1]), posted)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert Draft.objects.get(campaign=site).players == {}


def test_knowledge_and_letter_are_saved_and_in_the_packet(
    site: Campaign, mara: User, ada: User, ben: User
) -> None:
    save_board(campaign=site, by=mara, board=BOARD)
    client = logged_in(mara)
    data = {"act": "know", "letter": "Trust nobody.", "features": ["f1"], "relics": ["r1"], "banners": ["b3"]}
    assert send(client, reverse("build_player", args=[site.public_id, 1]), data).status_code == 302
    draft = Draft.objects.get(campaign=site)
    assert draft.board["features"][0]["known_to"] == ["s1"]
    assert draft.board_version == 2
    preview = page(client, "build_packet", site, 1)
    for said in ("Trust nobody.", "Depot", "Orb", "Mob"):
        assert said in preview
    assert "Trust nobody." not in page(client, "build_packet", site, 2)
    filled(site, ada, ben)
    start_campaign(campaign=site, by=mara)
    mine = page(logged_in(ada), "packet", site)
    for said in ("Trust nobody.", "Depot", "Orb", "Army of Ben, H2"):
        assert said in mine
    others = page(logged_in(ben), "packet", site)
    for hidden in ("Trust nobody.", "Depot", "Orb", "Guard"):
        assert not says(others, hidden)
    assert "Crown" in others
    assert logged_in(mara).get(reverse("packet", args=[site.public_id])).status_code == 404


def test_a_blind_campaign_has_no_page_that_shows_its_board(mara: User) -> None:
    blind = open_draft(by=mara, name="Blind", seats=2, blind=True)
    client = logged_in(mara)
    for route, more in (("build_players", ()), ("build_player", (1,)), ("build_packet", (1,))):
        assert client.get(reverse(route, args=[blind.public_id, *more])).status_code == 404
    text = page(client, "build", blind)
    assert "set up blind" in text
    assert reverse("build_players", args=[blind.public_id]) not in text
    assert (
        client.post(reverse("build_template", args=[blind.public_id]), {"template": "crossing"}).status_code
        == 302
    )
    assert Draft.objects.get(campaign=blind).template == "crossing"


def test_it_is_started_from_its_checklist(site: Campaign, mara: User, ada: User) -> None:
    building.use_template(campaign=site, by=mara, key="crossing")
    client, path = logged_in(mara), reverse("build", args=[site.public_id])
    filled(site, ada)
    assert "After that the set-up is fixed" in client.post(path, {"act": "start"}).content.decode()
    answer = client.post(path, {"act": "start", "sure": "yes"})
    assert answer.status_code == 422
    assert "Nobody plays Army 2" in answer.content.decode()
    Seat.objects.filter(campaign=site, number=2).update(status=SeatStatus.BOT)
    answer = client.post(path, {"act": "start", "sure": "yes"})
    assert answer.headers["Location"] == reverse("desk", args=[site.public_id])
    site.refresh_from_db()
    assert site.status == CampaignStatus.RUNNING


def test_whoever_holds_a_seat_is_led_to_the_army_before_the_start(
    site: Campaign, mara: User, ada: User, ben: User
) -> None:
    save_board(campaign=site, by=mara, board=BOARD)
    led = reverse("army", args=[site.public_id]) + '">'
    Seat.objects.filter(campaign=site, number=1).update(user=ada, status=SeatStatus.PLAYER)
    main = page(logged_in(ada), "campaign_about", site).partition("<main")[2]
    assert led in main
    assert "Choose your army" in main
    assert led not in page(logged_in(mara), "campaign_about", site)
    filled(site, ada, ben)
    start_campaign(campaign=site, by=mara)
    assert "Choose your army" not in page(logged_in(ada), "campaign_about", site)


def test_it_is_thrown_away_by_name(site: Campaign, mara: User) -> None:
    client, path = logged_in(mara), reverse("build", args=[site.public_id])
    assert client.post(path, {"act": "discard", "discard_name": "No"}).status_code == 422
    assert client.post(path, {"act": "discard", "discard_name": "The Long March"}).status_code == 302
    assert not Campaign.objects.exists()


def test_an_old_campaign_is_copied_as_far_as_one_may_know_it(
    site: Campaign, mara: User, ada: User, ben: User
) -> None:
    save_board(campaign=site, by=mara, board=BOARD)
    building.save_dossier(campaign=site, by=mara, seat=seat_of(site, 1), dossier=AIM, features=["f1"])
    filled(site, ada, ben)
    start_campaign(campaign=site, by=mara)
    Role.objects.get_or_create(campaign=site, user=mara, kind=RoleKind.FACILITATOR)
    data = {"name": "Again", "seats": 4, "start": f"copy:{site.public_id}", "blind": "no"}
    assert logged_in(mara).post("/campaigns/new/", data).status_code == 302
    whole = Draft.objects.get(campaign__name="Again")
    assert {one["name"] for one in whole.board["banners"]} == {"Guard", "Horde", "Mob"}
    assert whole.board["features"][0]["known_to"] == ["s1"]
    assert whole.players["s1"]["letter"] == "Beware."
    assert whole.players["s1"]["conditions"][0]["relic"] == "r1"
    assert logged_in(ada).post("/campaigns/new/", {**data, "name": "Mine"}).status_code == 302
    bare = Draft.objects.get(campaign__name="Mine")
    assert bare.board["terrain"] == BOARD["terrain"]
    assert (bare.board["banners"], bare.board["features"], bare.players) == ([], [], {})
    Campaign.objects.filter(pk=site.pk).update(status=CampaignStatus.ENDED)
    assert logged_in(ada).post("/campaigns/new/", {**data, "name": "All"}).status_code == 302
    assert Draft.objects.get(campaign__name="All").board["banners"]


@pytest.mark.parametrize(("pace", "days"), [("fortnight", 14), ("week", 7), ("three_days", 3)])
def test_a_pace_makes_turns_of_its_length(site: Campaign, mara: User, pace: str, days: int) -> None:
    path = reverse("build_schedule", args=[site.public_id])
    assert send(logged_in(mara), path, {"pace": pace}).status_code == 302
    if pace == "three_days":
        building.save_settings(campaign=site, by=mara, changes={"battles": "abstract"})
    site.refresh_from_db()
    schedule, variables = Schedule.of(site), Variables.of(site)
    opened = schedule.first(schedule.publish, datetime(2026, 11, 20, tzinfo=UTC))
    for number in (1, 2):
        dates = dates_of_turn(schedule, variables, number=number, opened_at=opened, automatic=False)
        assert round((dates.publish_due - opened) / timedelta(days=1)) == days
        opened = dates.publish_due


def test_a_pace_says_which_settings_it_has_changed(site: Campaign, mara: User) -> None:
    client, path = logged_in(mara), reverse("build_schedule", args=[site.public_id])
    building.save_settings(campaign=site, by=mara, changes={"last_turn": 4, "early_close": True})
    send(client, path, {"pace": "weekend"})
    shown = client.get(path).content.decode()
    assert "It has changed these settings, too: " in shown
    told = shown.split("It has changed these settings, too: ")[1].split("</")[0]
    assert "Last turn (6)" in told
    assert "Who approves the armies? (The points check alone)" in told
    assert "Close early when all plans are in" not in told
    # What stands on this page itself needs no telling.
    assert "Hours for plans" not in told
    send(client, path, {"pace": "week"})
    # Another pace puts them back, and says so.
    assert "Last turn (4)" in client.get(path).content.decode()
    send(client, path, {"pace": "fortnight"})
    assert "It has changed these settings" not in client.get(path).content.decode()


def test_a_pace_that_is_not_there_changes_nothing(site: Campaign, mara: User) -> None:
    before = site.schedule
    send(logged_in(mara), reverse("build_schedule", args=[site.public_id]), {"pace": "light"})
    site.refresh_from_db()
    assert site.schedule == before


def test_a_builder_takes_a_seat_only_where_nobody_sees_the_set_up(site: Campaign, mara: User) -> None:
    client = logged_in(mara)
    blind = open_draft(by=mara, name="Blind", seats=2, blind=True)
    assert "Take Army 1" in page(client, "build_seats", blind)
    assert "Take Army 1" not in page(client, "build_seats", site)
    for campaign, holder in ((blind, mara), (site, None)):
        client.post(
            reverse("build_seats", args=[campaign.public_id]), {"take": seat_of(campaign, 1).public_id}
        )
        assert seat_of(campaign, 1).user == holder
    assert "You play Army 1" in page(client, "build_seats", blind)
    client.post(reverse("build_seats", args=[blind.public_id]), {"take": seat_of(blind, 2).public_id})
    assert seat_of(blind, 2).user is None


def test_whoever_builds_a_campaign_has_seen_its_truth_for_ever(site: Campaign, mara: User) -> None:
    Role.objects.filter(campaign=site, user=mara).delete()
    assert has_seen_truth(mara, site)
    blind = open_draft(by=mara, name="Blind", seats=2, blind=True)
    assert not has_seen_truth(mara, blind)


def test_the_people_are_a_step_of_the_builder_until_the_start(site: Campaign, mara: User, ada: User) -> None:
    building.use_template(campaign=site, by=mara, key="crossing")
    client, path = logged_in(mara), reverse("people", args=[site.public_id])
    steps = re.compile(r'<nav class="steps".*?</nav>', re.DOTALL)
    shown = steps.search(client.get(path).content.decode())
    assert shown is not None
    assert f'<a href="{path}" aria-current="page">' in shown.group()
    assert steps.search(client.post(path, {"act": "invite"}).content.decode())
    filled(site, ada)
    Seat.objects.filter(campaign=site, number=2).update(status=SeatStatus.BOT)
    start_campaign(campaign=site, by=mara)
    assert not steps.search(client.get(path).content.decode())


def test_what_one_step_mends_stands_together_on_the_checklist(site: Campaign, mara: User) -> None:
    text = page(logged_in(mara), "build", site)
    assert text.count('<li class="is-missing">\n          ') == 2
    assert "Nobody plays Army 1" in text
    assert "Nobody plays Army 2" in text
