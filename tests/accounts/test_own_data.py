"""A person's own data: all of it comes out, nobody else's; after the end of an account wars hold."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.test import Client, RequestFactory

from campaign.access.api_tokens import make_token
from campaign.accounts.privacy.services import delete_account, own_data_file
from campaign.archive.dice.services import checked, dice_logs
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.base.words.log_words import words_of
from campaign.desk.time.services import pause_campaign
from campaign.models import (
    ApiToken,
    AuditEntry,
    Campaign,
    CampaignStatus,
    Feed,
    Hook,
    Message,
    PlayerTurn,
    Seat,
    SeatStatus,
    Turn,
    User,
)
from campaign.notices.services import set_webhook
from campaign.notices.webhooks.services import make_hook
from campaign.press.messages.services import send_message
from campaign.turn.replay import is_equal, replay
from campaign.warmap.plan.selectors import my_plan
from tests.battles.around import act, offer, picture
from tests.fights import DICE, meet, tell, while_fighting
from tests.wars import War

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Client]
WORDS = (
    "Northumbrian Nell",
    "nell@club.example",
    "Meet me at dawn",
    "Two tanks and a prayer",
    "Uncle's barn",
)
PASSWORD = "seven crows on a wire"


def written_war(**variables: Any) -> War:
    """A war in which the player of the north has left words everywhere."""
    war = meet(press="full", **variables)
    nell = war.users["north"]
    nell.name, nell.email = WORDS[0], WORDS[1]
    nell.set_password(PASSWORD)
    nell.save()
    for name in ("all", "seat-2"):
        send_message(user=nell, campaign=war.campaign, name=name, text=WORDS[2], client_id=name)
    act(war, "north", "list", points="1500", text=WORDS[3])
    act(war, "north", "picture", picture=picture(), caption="Uncle's barn")
    offer(war, "north", 3, place="Uncle's barn")
    make_token(user=nell, name="bot", scopes=["read"])
    Feed.objects.create(user=nell)
    return war


def everything_stored() -> str:
    """All rows of all tables as text."""
    rows = []
    for model in apps.get_models():
        for row in model._default_manager.order_by("pk").values():
            rows.append(f"{model._meta.label} {row}")
    return "\n".join(rows)


def files_in(packed: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_all_of_ones_own_comes_out_and_no_secret_and_nobody_elses() -> None:
    war = written_war()
    send_message(
        user=war.users["south"], campaign=war.campaign, name="seat-1", text="I shall not come", client_id="x"
    )
    files = files_in(own_data_file(war.users["north"]))
    text = b"\n".join(data for name, data in files.items() if name.endswith(".json")).decode()
    assert [word for word in WORDS if word not in text] == []
    assert len([name for name in files if name.startswith("pictures/")]) == 1
    own = war.seat("north")
    seat = json.loads(files[f"seats/{own.public_id}.json"])
    assert seat["turns"][1]["receipt"] == war.part("north", 1).receipt
    assert "I shall not come" not in text
    assert war.users["south"].email not in text
    assert ApiToken.objects.get().digest not in text
    assert Feed.objects.get().token not in text
    hidden = war.seat("south").banners.values_list("public_id", flat=True)
    assert [one for one in hidden if one in text] == []


def test_what_opens_something_is_named_by_its_host(ada: User, settings: Any) -> None:
    settings.WEBHOOK_HOSTS = ["discord.com", "hooks.example.org"]
    set_webhook(user=ada, address="https://discord.com/api/webhooks/1/a-word-that-posts")
    make_hook(user=ada, address="https://hooks.example.org/x?key=a-word-that-opens")
    Hook.objects.update(error="hooks.example.org answered 410")
    files = files_in(own_data_file(ada))
    account = json.loads(files["account.json"])
    (hook,) = account["webhooks"]
    assert (account["discord"], hook["host"]) == ("discord.com", "hooks.example.org")
    assert (hook["error"], "created_at" in hook) == ("hooks.example.org answered 410", True)
    text = b"\n".join(files.values()).decode(errors="replace")
    assert [word for word in ("a-word", "/api/webhooks/", "?key") if word in text] == []


def test_of_a_seat_given_up_only_what_was_told_until_then_comes_out() -> None:
    from campaign.people.seats.services import leave_seat

    war = meet()
    war.publish()
    north = war.users["north"]
    seat = war.seat("north")
    leave_seat(seat=seat, by=north)
    war.publish()
    told = json.loads(files_in(own_data_file(north))[f"seats/{seat.public_id}.json"])
    assert [turn["turn"] for turn in told["turns"]] == [0, 1]


def test_what_was_sent_in_a_seat_given_up_comes_out_and_nothing_of_who_took_it() -> None:
    from campaign.people.seats.services import leave_seat

    war = written_war()
    north, seat = war.users["north"], war.seat("north")
    with while_fighting(war, hours=30):
        leave_seat(seat=seat, by=north)
    heir = User.objects.create_user("heir@club.example", name="Heir")
    Seat.objects.filter(pk=seat.pk).update(user=heir, status=SeatStatus.PLAYER)
    war.users["north"] = heir
    offer(war, "north", 4, hours=40, place="The heir's hall")
    files = files_in(own_data_file(north))
    text = b"\n".join(data for name, data in files.items() if name.endswith(".json")).decode()
    assert [word for word in WORDS[2:] if word not in text] == []
    assert len([name for name in files if name.startswith("pictures/")]) == 1
    assert "The heir's hall" not in text
    assert "fallback" not in json.loads(files[f"seats/{seat.public_id}.json"])


def test_after_the_end_of_an_account_dice_receipts_and_replays_of_a_finished_war_hold() -> None:
    war = written_war(last_turn=1)
    tell(war, "north", DICE)
    tell(war, "south", DICE)
    war.publish()
    campaign = Campaign.objects.get()
    assert campaign.status == CampaignStatus.ENDED
    turn = Turn.objects.get(number=1)
    before = (
        dice_logs(campaign),
        replay(turn),
        war.part("north", 1).receipt,
        my_plan(war.seat("north"), 1).plan,
    )
    delete_account(user=war.users["north"], proof=PASSWORD, request=RequestFactory().post("/"))
    turn.refresh_from_db()
    seat = war.seat("north")
    after = (dice_logs(campaign), replay(turn), war.part("north", 1).receipt, my_plan(seat, 1).plan)
    assert after == before
    assert is_equal(turn)
    assert [log.wrong for log in checked(dice_logs(campaign))] == [()]
    assert seat.user is not None
    assert seat.user.name == "Somebody who has left"


def test_nothing_of_the_person_is_left_anywhere() -> None:
    war = written_war()
    user = war.users["north"]
    old_id = user.public_id
    assert all(word in everything_stored() for word in (*WORDS[:4], "Uncle"))
    delete_account(user=user, proof=PASSWORD, request=RequestFactory().post("/"))
    stored = everything_stored()
    assert [word for word in (*WORDS[:4], "Uncle", old_id) if word in stored] == []
    written = Message.objects.filter(author=user)
    assert {(one.text, bool(one.hidden)) for one in written} == {("", True)}
    user.refresh_from_db()
    assert not user.is_active
    assert not user.has_usable_password()


def test_the_log_names_the_person_no_more_and_others_still() -> None:
    war = written_war()
    for name in (WORDS[0], f"{WORDS[0]} the Younger"):
        note(war.campaign, LogKind.JOINED, {"person": name, "army": "The north"})
    AuditEntry.objects.create(campaign=war.campaign, kind="joined", text=f"{WORDS[0]} joins as of old")
    delete_account(user=war.users["north"], proof=PASSWORD, request=RequestFactory().post("/"))
    said = [words_of(entry) for entry in AuditEntry.objects.order_by("id")]
    assert [line for line in said if WORDS[0] in line] == [f"{WORDS[0]} the Younger plays The north"]
    assert {"Somebody who has left plays The north", "Somebody who has left joins as of old"} <= set(said)


def test_seats_go_as_the_rules_allow_and_the_war_goes_on() -> None:
    war = written_war()
    delete_account(user=war.users["north"], proof=PASSWORD, request=RequestFactory().post("/"))
    seat = Seat.objects.get(key="north")
    assert (seat.status, seat.user) == (SeatStatus.RESIGNED, None)
    assert war.publish().phase == "published"
    assert PlayerTurn.objects.filter(seat=seat, turn__number=1, report__isnull=False).exists()


def test_a_pause_that_nobody_else_could_end_ends_with_the_account() -> None:
    war = meet()
    pause_campaign(campaign=war.campaign, reason="Harvest", by=war.facilitator)
    delete_account(user=war.facilitator, proof=war.facilitator.email, request=RequestFactory().post("/"))
    assert Campaign.objects.get().status == CampaignStatus.RUNNING
    assert not Campaign.objects.get().roles.exists()


def test_the_page_asks_for_the_password_and_logs_out(as_user: As) -> None:
    war = written_war()
    nell = war.users["north"]
    page = as_user(nell)
    assert 'href="/account/data/"' in page.get("/account/").content.decode()
    assert page.get("/account/data/everything.zip")["Content-Type"] == "application/zip"
    wrong = page.post("/account/data/", {"proof": "not this", "sure": "on"})
    assert "This is not your password." in wrong.content.decode()
    unsure = page.post("/account/data/", {"proof": PASSWORD})
    assert unsure.status_code == 200
    nell.refresh_from_db()
    assert nell.is_active
    assert page.post("/account/data/", {"proof": PASSWORD, "sure": "on"})["Location"] == "/"
    assert page.get("/account/").status_code == 302
    nell.refresh_from_db()
    assert not nell.is_active


def test_a_token_reads_but_does_not_delete(client: Client) -> None:
    war = written_war()
    _row, secret = make_token(user=war.users["north"], name="cli", scopes=["read", "plan"])
    asked = {"Authorization": f"Bearer {secret}"}
    given = client.get("/api/v1/account/data/", headers=asked)
    assert given.status_code == 200
    assert "account.json" in files_in(given.getvalue())
    refused = client.post(
        "/api/v1/account/delete/", {"proof": PASSWORD}, content_type="application/json", headers=asked
    )
    assert refused.status_code == 403
    assert User.objects.get(pk=war.users["north"].pk).is_active
