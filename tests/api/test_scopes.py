"""Which scope each method of each address needs: nothing is open to a token by having been forgotten."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator, Sequence
from importlib import import_module

import pytest
from django.apps import apps
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from campaign.access.api_tokens import make_token
from campaign.base.words.log_words import words_of
from campaign.models import (
    ApiToken,
    AuditEntry,
    Campaign,
    CampaignStatus,
    Hook,
    Invitation,
    InvitationKind,
    Role,
    Scope,
    User,
    Webhook,
)
from campaign.notices.services import feed_of
from campaign.people.invitations.services import invite
from campaign.web.api.authentication import HasScope
from campaign.web.api.base import Endpoint
from tests.api.conftest import War

pytestmark = pytest.mark.django_db
LONG = bool(os.environ.get("TEST_LONG"))

# Written by hand, from page 12 of the plan: ``{c}`` is campaigns/{campaign_id}/; ``anybody`` needs no
# log-in, ``nobody``: no token may, whatever its scopes.
TABLE = """
account/: GET read, PUT account
account/data/: GET read
account/delete/: POST nobody
availability/: GET read, PUT result
campaigns/: GET read, POST facilitate
campaigns/import/: POST facilitate
campaigns/import/{transfer_id}/: GET facilitate
docs/: GET anybody
flags/: POST press
home/: GET read
invitations/{token}/: GET read, POST account
invitations/{token}/rulebook/: GET read
lists/: POST result
live/: GET read
notices/: GET read
notices/calendar/reset/: POST account
notices/push/: POST account
notices/push/test/: POST account
notices/push/{device_id}/remove/: POST account
notices/read/: POST account
notices/webhook/: PUT account
notices/webhook/test/: POST account
notices/wishes/: GET account, PUT account
problems/{slug}/: GET anybody
profile/: GET read, PUT account
profiles/{person_id}/: GET read
reliability/: GET read
schema/: GET anybody
shared/tables/{token}/: GET anybody
shared/tables/{token}/summary/: GET anybody
shared/{token}/: GET anybody
shared/{token}/pictures/{picture_id}/: GET anybody
shared/{token}/summary/: GET anybody
skirmishes/: POST plan
stand-ins/: GET read
stand-ins/{token}/: GET read, POST result
tables/: GET read, POST result
tables/{table_id}/: GET read
tables/{table_id}/actions/: POST result
tables/{table_id}/agreement/: POST result
tables/{table_id}/cards/: GET read
tables/{table_id}/dice/: POST result
tables/{table_id}/dice/lay/: POST result
tables/{table_id}/join/: POST result
tables/{table_id}/log/: GET read
tables/{table_id}/luck/: GET read
tables/{table_id}/rematch/: POST result
tables/{table_id}/response/: POST result
tables/{table_id}/reveal/: POST result
tables/{table_id}/roster/: GET read, POST result
tables/{table_id}/share/: POST result
templates/: GET read
tonight/: GET read, POST facilitate
wars/: GET read
wars/asks/: GET read
wars/asks/{ask_id}/withdraw/: POST account
wars/{campaign_id}/ask/: GET read, POST account
verdicts/: POST anybody
verdicts/{verdict_id}/: GET anybody
webhooks/: GET account, POST account
webhooks/{hook_id}/remove/: POST account
webhooks/{hook_id}/test/: POST account
{c}: GET read
{c}advert/: GET facilitate, PUT facilitate
{c}army/: GET read, PUT plan
{c}army/submit/: POST plan
{c}asks/: GET facilitate
{c}asks/{ask_id}/: POST facilitate
{c}backdrop/: GET read
{c}banners/{banner_id}/options/: GET read
{c}battles/: GET read
{c}battles/{battle_id}/: GET read
{c}battles/{battle_id}/around/: GET read
{c}battles/{battle_id}/claim/: POST result
{c}battles/{battle_id}/claim/answer/: POST result
{c}battles/{battle_id}/claim/withdraw/: POST result
{c}battles/{battle_id}/confirm/: POST result
{c}battles/{battle_id}/dates/: POST result
{c}battles/{battle_id}/dates/{offer_id}/decline/: POST result
{c}battles/{battle_id}/dates/{offer_id}/take/: POST result
{c}battles/{battle_id}/dates/{offer_id}/withdraw/: POST result
{c}battles/{battle_id}/dice/: POST result
{c}battles/{battle_id}/hello/: POST result
{c}battles/{battle_id}/list/: POST result
{c}battles/{battle_id}/lists/{side}/: GET read
{c}battles/{battle_id}/meeting/call-off/: POST result
{c}battles/{battle_id}/meeting/no-show/: POST result
{c}battles/{battle_id}/mission/attacker/: POST result
{c}battles/{battle_id}/mission/night/: POST result
{c}battles/{battle_id}/mission/roll/: POST result
{c}battles/{battle_id}/mission/shift/: POST result
{c}battles/{battle_id}/pictures/: POST result
{c}battles/{battle_id}/pictures/{picture_id}/: GET read
{c}battles/{battle_id}/pictures/{picture_id}/remove/: POST result
{c}battles/{battle_id}/reopen/: POST result
{c}battles/{battle_id}/result/: POST result
{c}battles/{battle_id}/sacrifice/: POST result
{c}battles/{battle_id}/share/: POST result
{c}battles/{battle_id}/stand-in/: POST result
{c}battles/{battle_id}/stand-in/end/: POST result
{c}battles/{battle_id}/story/: POST result
{c}battles/{battle_id}/table/: POST result
{c}bots/: POST facilitate
{c}calendar/: GET read, POST facilitate
{c}commitment/: GET read
{c}desk/: GET facilitate
{c}desk/announce/: POST facilitate
{c}desk/battles/remind/: POST facilitate
{c}desk/battles/{battle_id}/claims/: GET facilitate, POST facilitate
{c}desk/battles/{battle_id}/forfeit/: POST facilitate
{c}desk/battles/{battle_id}/ruling/: POST facilitate
{c}desk/claims/: GET facilitate, POST facilitate
{c}desk/corrections/: POST facilitate
{c}desk/corrections/withdraw/: POST facilitate
{c}desk/excuse/: POST facilitate
{c}desk/extend/: POST facilitate
{c}desk/hold/: POST facilitate
{c}desk/log/: GET read
{c}desk/map/: GET facilitate
{c}desk/missions/: GET facilitate
{c}desk/missions/{name}/: GET facilitate, PUT facilitate
{c}desk/pause/: POST facilitate
{c}desk/proposal/: GET facilitate
{c}desk/publish/: POST facilitate
{c}desk/remind/: POST facilitate
{c}desk/resume/: POST facilitate
{c}desk/settlements/: GET facilitate
{c}desk/settlements/{banner_id}/: PUT facilitate
{c}desk/settlements/{banner_id}/remove/: POST facilitate
{c}desk/stand-ins/: GET facilitate, POST facilitate
{c}desk/stop-early-close/: POST facilitate
{c}dice/: GET read
{c}dice/own/: GET read
{c}dice/seal/: PUT plan
{c}dice/share/: POST plan
{c}discord/: GET facilitate, PUT facilitate
{c}discord/events/: PUT facilitate
{c}discord/test/: POST facilitate
{c}disputes/: GET facilitate
{c}disputes/{battle_id}/: GET facilitate
{c}disputes/{battle_id}/ruling/: POST facilitate
{c}draft/: GET facilitate
{c}draft/balance/: GET facilitate
{c}draft/balance/games/: POST facilitate
{c}draft/balance/games/cancel/: POST facilitate
{c}draft/discard/: POST facilitate
{c}draft/house/: PUT facilitate
{c}draft/lots/: PUT facilitate
{c}draft/map/: GET facilitate, PUT facilitate
{c}draft/map/draw/: POST facilitate
{c}draft/map/picture/: GET facilitate, POST facilitate, PUT facilitate
{c}draft/map/picture/remove/: POST facilitate
{c}draft/map/read/: POST facilitate
{c}draft/map/text/{form}/: GET facilitate
{c}draft/own-seat/: POST facilitate
{c}draft/plant/: POST facilitate
{c}draft/schedule/: PUT facilitate
{c}draft/seats/: PUT facilitate
{c}draft/seats/{number}/: PUT facilitate
{c}draft/settings/: PUT facilitate
{c}draft/start/: POST facilitate
{c}draft/story/: PUT facilitate
{c}draft/template/: POST facilitate
{c}end/aims/: GET read
{c}end/course/{number}/: GET read
{c}end/facts/: GET read
{c}end/promises/: GET read
{c}end/replay/{number}/: GET read
{c}end/statistics/: GET read
{c}end/war/: GET read
{c}end/why/: GET read
{c}film/: GET read
{c}front/: GET read
{c}film/files/: GET read, POST plan
{c}film/files/{file_id}/: GET read
{c}film/files/{file_id}/file/: GET read
{c}export/: GET facilitate, POST facilitate
{c}export/file/: GET facilitate
{c}fallback/: GET read, PUT plan
{c}flags/: GET facilitate
{c}flags/{flag_id}/: POST facilitate
{c}honours/: GET read
{c}invitations/: POST facilitate
{c}invitations/{invitation_id}/revoke/: POST facilitate
{c}knowledge/: GET read
{c}live/: GET read
{c}messages/: GET read, POST press
{c}messages/search/: GET read
{c}messages/{name}/: GET read, POST press
{c}messages/{name}/leave/: POST press
{c}messages/{name}/mute/: PUT press
{c}messages/{name}/promises/: GET read, POST press
{c}messages/{name}/read/: POST press
{c}messages/{name}/{message_id}/edit/: POST press
{c}messages/{name}/{message_id}/flag/: POST press
{c}news/: GET read, POST facilitate, PUT facilitate
{c}news/{article_id}/: GET read, PUT facilitate
{c}news/{article_id}/pictures/: POST facilitate
{c}news/{article_id}/pictures/{plate_id}/: GET read
{c}news/{article_id}/publish/: POST facilitate
{c}news/{article_id}/remove/: POST facilitate
{c}packet/: GET read
{c}people/: GET facilitate
{c}practice/: GET read, POST read
{c}promises/: GET read
{c}promises/{promise_id}/: POST press
{c}roles/: POST facilitate
{c}rulebook/: GET read
{c}seat/: GET read
{c}seat/agree/: POST plan
{c}seat/deputies/: POST plan
{c}seat/deputies/{person_id}/end/: POST plan
{c}seat/leave/: POST plan
{c}seat/vision/: POST plan
{c}seat/vacations/: POST plan
{c}seat/vacations/{vacation_id}/cancel/: POST plan
{c}seats/{number}/army/: POST facilitate
{c}seats/{number}/bot/: POST plan
{c}seats/{number}/remove/: POST facilitate
{c}texts/: GET read, PUT facilitate
{c}tonight/: GET read, PUT facilitate
{c}tonight/bots/: POST facilitate
{c}tonight/start/: POST facilitate
{c}turns/: GET read
{c}turns/{number}/announcement/: GET read
{c}turns/{number}/film/: GET read
{c}turns/{number}/film/map/: GET read
{c}turns/{number}/front/: GET read
{c}turns/{number}/map/: GET read
{c}turns/{number}/map/overview/: GET read
{c}turns/{number}/map/tiles/: GET read
{c}turns/{number}/plan/: GET read, PUT plan
{c}turns/{number}/plan/check/: POST read
{c}turns/{number}/plan/receipt/: GET read
{c}turns/{number}/plan/submit/: POST plan
{c}turns/{number}/report/: GET read
{c}turns/{number}/scenario/: GET facilitate
{c}vision/end/: POST facilitate
{c}webhooks/{hook_id}/forget/: POST facilitate
"""
WRITING = ("POST", "PUT", "PATCH", "DELETE")
DRY = {("POST", "{c}turns/{number}/plan/check/"), ("POST", "{c}practice/")}
"""What is sent and stores nothing: a check and a trial, which ``read`` may do."""


def table() -> dict[tuple[str, str], str]:
    """The table above: (method, address) -> scope."""
    found = {}
    for line in TABLE.strip().splitlines():
        address, _colon, methods = line.partition(": ")
        for one in methods.split(", "):
            method, scope = one.split()
            found[method, address] = scope
    return found


def routes(
    patterns: Sequence[URLPattern | URLResolver], before: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    """All addresses of the API, however deeply they are included."""
    for one in patterns:
        address = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, address)
        elif address.startswith("api/v1/") and one.name != "nothing":
            yield address, one


def answered() -> set[tuple[str, str]]:
    """What the site answers: (method, address as the table writes it)."""
    found = set()
    for address, route in routes(get_resolver().url_patterns):
        short = re.sub(r"<\w+:(\w+)>", r"{\1}", address.removeprefix("api/v1/"))
        view = getattr(route.callback, "view_class", None) or route.callback.cls  # type: ignore[union-attr]
        for method in ("get", *(one.lower() for one in WRITING)):
            if hasattr(view, method) and method in view.http_method_names:
                found.add((method.upper(), re.sub(r"^campaigns/\{campaign_id\}/", "{c}", short)))
    return found


def ask(secret: str, method: str, address: str) -> tuple[int, str]:
    """Status and words for an empty request with the token."""
    path = re.sub(r"\{\w+\}", "1", address.replace("{c}", "campaigns/nothing/"))
    response = Client(enforce_csrf_checks=True).generic(
        method,
        f"/api/v1/{path}",
        b"{}",
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    cache.clear()
    return response.status_code, response.content.decode(errors="replace")


def test_the_table_holds_every_method_of_every_address() -> None:
    assert answered() == set(table())


def test_what_writes_needs_a_scope_that_is_not_read() -> None:
    open_to_reading = {
        one for one, scope in table().items() if one[0] in WRITING and scope in (Scope.READ, "anybody")
    }
    assert open_to_reading == DRY | {("POST", "verdicts/")}


def test_read_gets_403_on_everything_that_writes(ada: User) -> None:
    _token, secret = make_token(user=ada, name="screen", scopes=[])
    let_in = {}
    for (method, address), scope in table().items():
        if scope in (Scope.READ, "anybody"):
            continue
        status, words = ask(secret, method, address)
        wanted = "A token never does this" if scope == "nobody" else f"scope that this needs: {scope}."
        if status != 403 or wanted not in words:
            let_in[method, address] = (status, words[:200])
    assert let_in == {}


def _is_asked(scope: str, method: str, address: str) -> bool:
    """In the short form each scope is tried at half of all addresses."""
    return LONG or zlib.crc32(f"{scope} {method} {address}".encode()) % 2 == 0


@pytest.mark.wider
def test_each_scope_opens_what_the_table_says_and_nothing_else(ada: User) -> None:
    wrong = {}
    for scope in Scope.values:
        _token, secret = make_token(user=ada, name=scope, scopes=[scope])
        for (method, address), needed in table().items():
            if needed == "anybody" or "live/" in address or not _is_asked(scope, method, address):
                continue
            status, words = ask(secret, method, address)
            refused = status == 403 and ("does not carry the scope" in words or "A token never" in words)
            if refused != (needed not in (Scope.READ, scope)):
                wrong[scope, method, address] = (status, words[:200])
    assert wrong == {}


def test_a_token_that_reads_changes_nothing_of_the_account(war: War, ada: User, ben: User) -> None:
    _token, secret = make_token(user=ada, name="screen", scopes=["read"])
    feed = feed_of(ada).token
    other = Campaign.objects.create(name="Another war")
    Role.objects.create(campaign=other, user=ben, kind=InvitationKind.FACILITATOR)
    link = invite(campaign=other, by=ben, kind=InvitationKind.FACILITATOR)
    client = Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {secret}"})
    said = [
        client.put(
            "/api/v1/notices/webhook/",
            {"address": "https://discord.com/api/webhooks/1/x"},
            "application/json",
        ),
        client.post("/api/v1/webhooks/", {"address": "https://hooks.example.org/x"}, "application/json"),
        client.post("/api/v1/notices/calendar/reset/", {}, "application/json"),
        client.post(f"/api/v1/invitations/{link.token}/", {}, "application/json"),
        client.get("/api/v1/notices/wishes/"),
        client.get("/api/v1/webhooks/"),
    ]
    assert [one.status_code for one in said] == [403] * 6
    assert not Webhook.objects.exists()
    assert not Hook.objects.exists()
    assert feed_of(ada).token == feed
    assert not Role.objects.filter(campaign=other, user=ada).exists()
    assert Invitation.objects.get(pk=link.pk).uses == 0


def test_tokens_made_before_keep_their_scopes(ada: User) -> None:
    token, secret = make_token(user=ada, name="old", scopes=["plan", "facilitate"])
    assert ApiToken.objects.get(pk=token.pk).scopes == ["read", "plan", "facilitate"]
    assert ask(secret, "POST", "{c}draft/discard/")[0] == 404


def test_tokens_that_could_plan_before_may_write_and_others_may_not(ada: User) -> None:
    """Messages came to have a scope of their own: nobody loses them with the upgrade, or gains them."""
    upgrade = import_module("campaign.migrations.0053_press_scope")
    before = {
        "plans": ["read", "plan"],
        "reads": ["read", "result"],
        "knows": ["plan", "press", "account"],
        "none": [],
    }
    for name, scopes in before.items():
        row, _secret = make_token(user=ada, name=name, scopes=[Scope.READ])
        ApiToken.objects.filter(pk=row.pk).update(scopes=scopes)

    def now() -> dict[str, list[str]]:
        return dict(ApiToken.objects.filter(user=ada).values_list("name", "scopes"))

    upgraded = before | {"plans": ["read", "plan", "press"]}
    for _twice in range(2):
        upgrade.let_write(apps, None)
        assert now() == upgraded
    upgrade.forget_scope(apps, None)
    assert now() == before | {"knows": ["plan", "account"]}


@pytest.mark.parametrize(("method", "named"), [("get", "write_scope"), ("post", "read_scope"), ("put", "")])
def test_an_endpoint_that_names_no_scope_does_not_load(method: str, named: str) -> None:
    body = {method: lambda self, request: None} | ({named: Scope.PLAN} if named else {})
    with pytest.raises(TypeError, match=f"names no (read|write)_scope for {method.upper()}"):
        type("Forgotten", (Endpoint,), body)
    assert HasScope in Endpoint.permission_classes


def test_the_log_needs_the_scope_of_facilitators_until_the_end(war: War, ada: User, mara: User) -> None:
    entry = AuditEntry.objects.create(
        campaign=war.campaign, kind="program_stopped", values={"host": "bots.example"}
    )
    for person, running in ((mara, 403), (ada, 403)):
        _token, secret = make_token(user=person, name="screen", scopes=["read"])
        client = Client(headers={"Authorization": f"Bearer {secret}"})
        path = f"/api/v1/{war.path}desk/log/"
        Campaign.objects.update(status=CampaignStatus.RUNNING)
        assert client.get(path).status_code == running
        Campaign.objects.update(status=CampaignStatus.ENDED)
        answer = client.get(path)
        assert answer.status_code == 200
        assert words_of(entry) not in answer.content.decode()
