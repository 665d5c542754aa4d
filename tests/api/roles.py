"""Every address of the API, and what each role is answered there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from campaign.models import Phase

ROLES = ("facilitator", "player", "deputy", "enemy", "bystander", "observer", "outsider", "anonymous")
HIDDEN = {"outsider": 404, "anonymous": 401}
PLAYERS = {
    "facilitator": 403,
    "player": 200,
    "deputy": 200,
    "enemy": 200,
    "bystander": 200,
    "observer": 403,
    **HIDDEN,
}
ONLY_MINE = {**PLAYERS, "enemy": 404, "bystander": 404}
BOTH_SIDES = {**PLAYERS, "bystander": 404}
ALL = {**dict.fromkeys(ROLES, 200), **HIDDEN}
DESK = {**dict.fromkeys(ROLES, 403), "facilitator": 200, **HIDDEN}
ANYBODY = dict.fromkeys(ROLES, 200)
EVERYBODY = {**ANYBODY, "anonymous": 401}
OVER = {**DESK, "facilitator": 409}
NO_DISPUTE = {**dict.fromkeys(ROLES, 403), **HIDDEN}
NOWHERE = {**dict.fromkeys(ROLES, 404), "anonymous": 401}
WON = {"method": "tabletop", "winner": "own", "points_own": 0, "points_enemy": 100}
RULING = {"winner": "draw", "points_first": 0, "points_second": 0, "reason": "Fog"}


@dataclass(frozen=True, slots=True)
class Row:
    """An address: its name, how it is asked, in which phase, and what each role is answered."""

    name: str
    method: str
    path: str
    expect: dict[str, int]
    body: Any = None
    phase: Phase = Phase.PLANNING
    deputy: int | None = None
    """What the player's deputy is answered, where it is not what the player is."""


AWAY = {"first_day": "2099-01-01", "last_day": "2099-01-02"}
TAKEN = {**PLAYERS, "player": 409, "enemy": 409, "bystander": 409}
UNKNOWN = {**PLAYERS, "player": 404, "enemy": 404, "bystander": 404}
PEOPLE = (
    Row("invitation", "GET", "invitations/nowhere/", NOWHERE),
    Row("invitation", "POST", "invitations/nowhere/", NOWHERE, {}),
    Row("invited_rulebook", "GET", "invitations/nowhere/rulebook/", NOWHERE),
    Row("rulebook", "GET", "{c}rulebook/", ALL),
    Row("texts", "GET", "{c}texts/", ALL),
    Row("texts", "PUT", "{c}texts/", DESK, {"version": "0.0.0.0.0"}),
    Row("people", "GET", "{c}people/", DESK),
    Row("invitations", "POST", "{c}invitations/", DESK, {}),
    Row("revoke_invitation", "POST", "{c}invitations/none/revoke/", {**DESK, "facilitator": 404}, {}),
    Row("roles", "POST", "{c}roles/", {**DESK, "facilitator": 409, "observer": 200}, {"act": "leave"}),
    Row("army", "GET", "{c}army/", PLAYERS, deputy=403),
    Row("army", "PUT", "{c}army/", TAKEN, {"army": "Late"}, deputy=403),
    Row("army_submit", "POST", "{c}army/submit/", TAKEN, {"army": "Late"}, deputy=403),
    Row("army_decision", "POST", "{c}seats/1/army/", {**DESK, "facilitator": 409}, {"approve": True}),
    Row("remove_player", "POST", "{c}seats/1/remove/", DESK, {"reason": "Silence"}),
    Row("bot", "POST", "{c}seats/1/bot/", {**DESK, "player": 200}, {"bot": True}, deputy=403),
    Row("seat", "GET", "{c}seat/", PLAYERS),
    Row(
        "deputies",
        "POST",
        "{c}seat/deputies/",
        {**PLAYERS, "player": 400, "enemy": 400, "bystander": 400},
        {"who": "nobody@club.example"},
    ),
    Row("deputy_end", "POST", "{c}seat/deputies/nobody/end/", UNKNOWN, {}),
    Row("vacations", "POST", "{c}seat/vacations/", PLAYERS, AWAY, deputy=403),
    Row("vacation_end", "POST", "{c}seat/vacations/none/cancel/", UNKNOWN, {}),
    Row("agree", "POST", "{c}seat/agree/", PLAYERS, {"agreed": 1}, deputy=403),
    Row("leave", "POST", "{c}seat/leave/", PLAYERS, {"sure": True}, deputy=403),
    Row("agree_vision", "POST", "{c}seat/vision/", TAKEN, {"vision": "front:3"}, deputy=403),
    Row("calendar", "GET", "{c}calendar/", ALL),
    Row("calendar", "POST", "{c}calendar/", DESK, {"reason": "Snow"}),
)
MODERATORS = {**NOWHERE, "facilitator": 200}
KEEPERS = {**DESK, "facilitator": 404}
TOO_EARLY = {**dict.fromkeys(ROLES, 409), **HIDDEN}
GROUP = {"title": "Pact", "seats": [2, 3], "text": "Hello"}
GROUPED = {**dict.fromkeys(ROLES, 409), "player": 201, "enemy": 400, "bystander": 400, **HIDDEN}
PIECE = {"kind": "chronicle", "title": "Rain", "text": "It rained."}
DEVICE = {"address": "https://push.example/1", "key": "x", "auth": "y", "name": "Nobody's"}
PRESS: tuple[tuple[Any, ...], ...] = (
    ("notices", "GET", "notices/", EVERYBODY),
    ("notices_read", "POST", "notices/read/", EVERYBODY, {}),
    ("wishes", "GET", "notices/wishes/", EVERYBODY),
    ("wishes", "PUT", "notices/wishes/", EVERYBODY, {"off": [{"group": "news", "channel": "mail"}]}),
    ("webhook", "PUT", "notices/webhook/", EVERYBODY, {"address": ""}),
    ("webhook_test", "POST", "notices/webhook/test/", {**dict.fromkeys(ROLES, 400), "anonymous": 401}, {}),
    ("push", "POST", "notices/push/", {**dict.fromkeys(ROLES, 400), "anonymous": 401}, DEVICE),
    ("push_test", "POST", "notices/push/test/", {**dict.fromkeys(ROLES, 400), "anonymous": 401}, {}),
    ("push_remove", "POST", "notices/push/nothing/remove/", NOWHERE, {}),
    ("calendar_reset", "POST", "notices/calendar/reset/", EVERYBODY, {}),
    ("messages", "GET", "{c}messages/", ALL),
    ("messages", "POST", "{c}messages/", GROUPED, GROUP, Phase.PLANNING, 409),
    ("message_search", "GET", "{c}messages/search/", ALL),
    ("conversation", "GET", "{c}messages/all/", ALL),
    ("conversation", "GET", "{c}messages/seat-9/", NOWHERE),
    ("conversation", "POST", "{c}messages/all/", {**ALL, "observer": 409}, {"text": "Hello"}),
    ("conversation_read", "POST", "{c}messages/all/read/", ALL, {}),
    ("conversation_mute", "PUT", "{c}messages/all/mute/", ALL, {"muted": True}),
    ("conversation_leave", "POST", "{c}messages/all/leave/", TOO_EARLY, {}),
    ("message_edit", "POST", "{c}messages/all/nothing/edit/", NOWHERE, {"text": "Hello"}),
    ("message_flag", "POST", "{c}messages/all/nothing/flag/", NOWHERE, {"reason": "Rude"}),
    ("promises", "GET", "{c}promises/", ALL),
    ("promise", "POST", "{c}promises/nothing/", NOWHERE, {"answer": "decline"}),
    ("conversation_promises", "GET", "{c}messages/all/promises/", ALL),
    ("conversation_promises", "POST", "{c}messages/all/promises/", TOO_EARLY, {"kind": "peace", "until": 2}),
    (
        "flag",
        "POST",
        "flags/",
        {**dict.fromkeys(ROLES, 409), "anonymous": 401},
        {"kind": "campaign", "id": "nothing", "reason": "Rude"},
    ),
    ("flags", "GET", "{c}flags/", MODERATORS),
    (
        "flag_settle",
        "POST",
        "{c}flags/nothing/",
        {**NOWHERE, "facilitator": 409},
        {"hide": False, "answer": "Fine"},
    ),
    ("news", "GET", "{c}news/", ALL),
    ("news", "POST", "{c}news/", {**DESK, "facilitator": 201}, PIECE),
    ("news", "PUT", "{c}news/", DESK, {"open_to_all": True}),
    ("article", "GET", "{c}news/nothing/", NOWHERE),
    ("article", "PUT", "{c}news/nothing/", KEEPERS, PIECE),
    ("article_publish", "POST", "{c}news/nothing/publish/", KEEPERS, {}),
    ("article_remove", "POST", "{c}news/nothing/remove/", KEEPERS, {}),
    ("article_pictures", "POST", "{c}news/nothing/pictures/", KEEPERS, {"picture": "AAAA", "caption": "x"}),
    ("article_picture", "GET", "{c}news/nothing/pictures/none/", NOWHERE),
    ("war_facts", "GET", "{c}end/facts/", NOWHERE),
    ("war_aims", "GET", "{c}end/aims/", NOWHERE),
    ("war_promises", "GET", "{c}end/promises/", NOWHERE),
    ("war_turn", "GET", "{c}end/course/1/", NOWHERE),
    ("war_why", "GET", "{c}end/why/", TOO_EARLY),
    ("war_statistics", "GET", "{c}end/statistics/", TOO_EARLY),
    ("war_replay", "GET", "{c}end/replay/1/", TOO_EARLY),
    ("war", "GET", "{c}end/war/", TOO_EARLY),
)

OF_A_CHAIN = {role: 409 if code == 200 else code for role, code in PLAYERS.items()}
"""Of a war whose dice follow from its chain alone."""

TABLE = (
    Row("schema", "GET", "schema/", ANYBODY),
    Row("docs", "GET", "docs/", ANYBODY),
    Row("problem", "GET", "problems/illegal/", ANYBODY),
    Row("verdicts", "POST", "verdicts/", dict.fromkeys(ROLES, 202), {"scenario": {"turn": 1}}),
    Row("verdict", "GET", "verdicts/nothing/", dict.fromkeys(ROLES, 404)),
    Row("hooks", "GET", "webhooks/", EVERYBODY),
    Row("hooks", "POST", "webhooks/", {**dict.fromkeys(ROLES, 400), "anonymous": 401}, {"address": "x"}),
    Row("hook_test", "POST", "webhooks/nothing/test/", NOWHERE, {}),
    Row("hook_remove", "POST", "webhooks/nothing/remove/", NOWHERE, {}),
    Row("hook_forget", "POST", "{c}webhooks/nothing/forget/", {**DESK, "facilitator": 404}, {}),
    Row("wars", "GET", "wars/", EVERYBODY),
    Row("own_asks", "GET", "wars/asks/", EVERYBODY),
    Row("withdraw_ask", "POST", "wars/asks/nothing/withdraw/", NOWHERE, {}),
    Row("war_ask", "GET", "wars/nothing/ask/", NOWHERE),
    Row("war_ask", "POST", "wars/nothing/ask/", NOWHERE, {}),
    Row("advert", "GET", "{c}advert/", DESK),
    Row("advert", "PUT", "{c}advert/", DESK, {"seeking": False}),
    Row("asks", "GET", "{c}asks/", DESK),
    Row("answer_ask", "POST", "{c}asks/nothing/", {**DESK, "facilitator": 404}, {"accept": True}),
    Row("end_vision", "POST", "{c}vision/end/", OVER, {"reason": "Enough"}),
    Row("fronts", "GET", "{c}front/", ALL),
    Row("front", "GET", "{c}turns/1/front/", NOWHERE),
    Row("nothing", "GET", "nowhere/", NOWHERE),
    Row("nothing", "POST", "campaigns/x/y/z/", NOWHERE, {}),
    Row("campaigns", "GET", "campaigns/", EVERYBODY),
    Row("campaign", "GET", "{c}", ALL),
    Row("templates", "GET", "templates/", EVERYBODY),
    Row("campaigns", "POST", "campaigns/", {**dict.fromkeys(ROLES, 201), "anonymous": 401}, {"name": "New"}),
    Row("tonight", "GET", "tonight/", EVERYBODY),
    Row("tonight", "POST", "tonight/", {**dict.fromkeys(ROLES, 201), "anonymous": 401}, {"players": 2}),
    Row("one_tonight", "GET", "{c}tonight/", NOWHERE),
    Row("one_tonight", "PUT", "{c}tonight/", NOWHERE, {"starts_at": None}),
    Row("tonight_bots", "POST", "{c}tonight/bots/", NOWHERE, {}),
    Row("tonight_start", "POST", "{c}tonight/start/", NOWHERE, {}),
    Row("fill_with_bots", "POST", "{c}bots/", DESK, {}),
    Row("skirmishes", "POST", "skirmishes/", {**dict.fromkeys(ROLES, 201), "anonymous": 401}, {"bots": 2}),
    Row("draft", "GET", "{c}draft/", OVER),
    Row("draft_story", "PUT", "{c}draft/story/", OVER, {"name": "A", "story": ""}),
    Row("draft_settings", "PUT", "{c}draft/settings/", OVER, {}),
    Row("draft_schedule", "PUT", "{c}draft/schedule/", OVER, {"schedule": {}}),
    Row("draft_house", "PUT", "{c}draft/house/", OVER, {"house": []}),
    Row("draft_lots", "PUT", "{c}draft/lots/", OVER, {"templates": []}),
    Row("draft_plant", "POST", "{c}draft/plant/", OVER, {"template": "vault", "at": [1, 1]}),
    Row("draft_seats", "PUT", "{c}draft/seats/", OVER, {"armies": ["", "", ""]}),
    Row("draft_dossier", "PUT", "{c}draft/seats/1/", OVER, {}),
    Row("draft_template", "POST", "{c}draft/template/", OVER, {"template": "crossing"}),
    Row("draft_own_seat", "POST", "{c}draft/own-seat/", OVER, {"seat": 1}),
    Row("draft_start", "POST", "{c}draft/start/", OVER, {}),
    Row("draft_discard", "POST", "{c}draft/discard/", OVER, {"name": "A"}),
    Row("packet", "GET", "{c}packet/", PLAYERS),
    Row("disputes", "GET", "{c}disputes/", NO_DISPUTE),
    Row("dispute", "GET", "{c}disputes/{battle}/", NO_DISPUTE, phase=Phase.BATTLES),
    Row("dispute_ruling", "POST", "{c}disputes/{battle}/ruling/", NO_DISPUTE, RULING, Phase.BATTLES),
    Row("commitment", "GET", "{c}commitment/", ALL),
    Row("dice", "GET", "{c}dice/", {**dict.fromkeys(ROLES, 409), **HIDDEN}),
    Row("own_dice", "GET", "{c}dice/own/", {**PLAYERS, "facilitator": 200, "observer": 200}),
    Row("dice_seal", "PUT", "{c}dice/seal/", OF_A_CHAIN, {"turn": 1, "seal": "ab" * 32}),
    Row("dice_share", "POST", "{c}dice/share/", OF_A_CHAIN, {"turn": 1, "share": "ab" * 32}),
    Row("discord", "GET", "{c}discord/", {**NOWHERE, "facilitator": 200}),
    Row(
        "discord", "PUT", "{c}discord/", {**NOWHERE, "facilitator": 400}, {"address": "https://war.example/"}
    ),
    Row("discord_events", "PUT", "{c}discord/events/", {**NOWHERE, "facilitator": 400}, {"events": []}),
    Row("discord_test", "POST", "{c}discord/test/", {**NOWHERE, "facilitator": 400}, {}),
    Row("my_profile", "GET", "profile/", EVERYBODY),
    Row("some_profile", "GET", "profiles/nothing/", NOWHERE),
    Row("my_reliability", "GET", "reliability/", EVERYBODY),
    Row("turns", "GET", "{c}turns/", ALL),
    Row("export", "GET", "{c}export/", {**DESK, "facilitator": 404}),
    Row("export", "POST", "{c}export/", {**DESK, "facilitator": 202}, {}),
    Row("exported_file", "GET", "{c}export/file/", {**DESK, "facilitator": 404}),
    Row("import_state", "GET", "campaigns/import/nothing/", NOWHERE),
    Row("import", "POST", "campaigns/import/", {**dict.fromkeys(ROLES, 415), "anonymous": 401}, {}),
    Row("backdrop", "GET", "{c}backdrop/", NOWHERE),
    Row("knowledge", "GET", "{c}knowledge/", PLAYERS),
    Row("campaign_live", "GET", "{c}live/", {**dict.fromkeys(ROLES, 204), **HIDDEN}),
    Row("home", "GET", "home/", EVERYBODY),
    Row("account", "GET", "account/", EVERYBODY),
    Row("account", "PUT", "account/", EVERYBODY, {"name": "A", "time_zone": "UTC", "theme": "night"}),
    Row("my_data", "GET", "account/data/", EVERYBODY),
    Row(
        "account_delete",
        "POST",
        "account/delete/",
        {**dict.fromkeys(ROLES, 400), "anonymous": 401},
        {"proof": "not this"},
    ),
    Row("live", "GET", "live/", {**dict.fromkeys(ROLES, 204), "anonymous": 401}),
    Row("map_tiles", "GET", "{c}turns/0/map/tiles/?at=0,0", PLAYERS),
    Row("map_overview", "GET", "{c}turns/0/map/overview/", PLAYERS),
    Row("map", "GET", "{c}turns/0/map/", PLAYERS),
    Row("report", "GET", "{c}turns/0/report/", PLAYERS),
    Row("films", "GET", "{c}film/", ALL),
    Row("film", "GET", "{c}turns/0/film/", {**PLAYERS, "facilitator": 404, "observer": 404}),
    Row("film", "GET", "{c}turns/0/film/?as=0", {**NOWHERE, "facilitator": 200}),
    Row("film_files", "GET", "{c}film/files/", ALL),
    Row("film_files", "POST", "{c}film/files/", {**dict.fromkeys(ROLES, 400), **HIDDEN}, {"size": "1x1"}),
    Row("film_file", "GET", "{c}film/files/nowhere/", NOWHERE),
    Row("fetched_film", "GET", "{c}film/files/nowhere/file/", NOWHERE),
    Row("film_map", "GET", "{c}turns/0/film/map/", {**PLAYERS, "facilitator": 404, "observer": 404}),
    Row("announcement", "GET", "{c}turns/1/announcement/", PLAYERS, phase=Phase.BATTLES),
    Row("plan", "GET", "{c}turns/1/plan/", PLAYERS),
    Row("plan", "PUT", "{c}turns/1/plan/", PLAYERS, {"orders": {}}),
    Row("plan_check", "POST", "{c}turns/1/plan/check/", PLAYERS, {"orders": {}}),
    Row("plan_submit", "POST", "{c}turns/1/plan/submit/", PLAYERS, {"orders": {}}),
    Row("plan_receipt", "GET", "{c}turns/1/plan/receipt/", PLAYERS),
    Row("scenario", "GET", "{c}turns/1/scenario/", DESK),
    Row("options", "GET", "{c}banners/{banner}/options/", ONLY_MINE),
    Row("practice", "GET", "{c}practice/", PLAYERS),
    Row("practice", "POST", "{c}practice/", PLAYERS, {}),
    Row("fallback", "GET", "{c}fallback/", PLAYERS),
    Row("fallback", "PUT", "{c}fallback/", PLAYERS, {"banners": {}}),
    *PEOPLE,
    Row("battles", "GET", "{c}battles/", PLAYERS, phase=Phase.BATTLES),
    Row("battle", "GET", "{c}battles/{battle}/", BOTH_SIDES, phase=Phase.BATTLES),
    Row("battle_result", "POST", "{c}battles/{battle}/result/", BOTH_SIDES, WON, Phase.BATTLES),
    Row(
        "battle_confirm",
        "POST",
        "{c}battles/{battle}/confirm/",
        {**BOTH_SIDES, "player": 409},
        {},
        Phase.BATTLES,
    ),
    Row(
        "battle_sacrifice",
        "POST",
        "{c}battles/{battle}/sacrifice/",
        {**BOTH_SIDES, "player": 409, "enemy": 409},
        {"sacrifice": 0},
        Phase.BATTLES,
    ),
    Row(
        "battle_reopen",
        "POST",
        "{c}battles/{battle}/reopen/",
        {**BOTH_SIDES, "player": 409, "enemy": 409},
        {},
        Phase.BATTLES,
    ),
    Row(
        "battle_dice",
        "POST",
        "{c}battles/{battle}/dice/",
        {**BOTH_SIDES, "player": 409, "enemy": 409},
        {},
        Phase.BATTLES,
    ),
    Row("desk", "GET", "{c}desk/", DESK),
    Row("proposal", "GET", "{c}desk/proposal/", DESK, phase=Phase.MOVEMENT_REVIEW),
    Row("log", "GET", "{c}desk/log/", DESK),
    Row("desk_map", "GET", "{c}desk/map/", {**NOWHERE, "facilitator": 200}),
    Row("announce", "POST", "{c}desk/announce/", DESK, {}, Phase.MOVEMENT_REVIEW),
    Row("publish", "POST", "{c}desk/publish/", DESK, {}, Phase.AFTERMATH_REVIEW),
    Row("hold", "POST", "{c}desk/hold/", DESK, {"days": 1, "reason": "Snow"}, Phase.MOVEMENT_REVIEW),
    Row(
        "extend",
        "POST",
        "{c}desk/extend/",
        DESK,
        {"date": "plan_due", "to": (datetime.now(UTC) + timedelta(days=90)).isoformat(), "reason": "Snow"},
    ),
    Row("excuse", "POST", "{c}desk/excuse/", DESK, {"seat": 3, "reason": "Ill"}),
    Row("remind", "POST", "{c}desk/remind/", DESK, {}),
    Row(
        "stop_early_close",
        "POST",
        "{c}desk/stop-early-close/",
        {**DESK, "facilitator": 409},
        {"reason": "Wait"},
    ),
    Row(
        "corrections",
        "POST",
        "{c}desk/corrections/",
        DESK,
        {"stage": "input", "change": {"sector": [0, 0], "disputed": True}, "reason": "Map"},
        Phase.MOVEMENT_REVIEW,
    ),
    Row(
        "withdraw_correction",
        "POST",
        "{c}desk/corrections/withdraw/",
        {**DESK, "facilitator": 400},
        {"number": 1, "reason": "Snow"},
        Phase.MOVEMENT_REVIEW,
    ),
    Row("settlements", "GET", "{c}desk/settlements/", DESK),
    Row(
        "settlement",
        "PUT",
        "{c}desk/settlements/{banner}/",
        {**DESK, "facilitator": 422},
        {"words": "Nobody asked"},
        Phase.MOVEMENT_REVIEW,
    ),
    Row(
        "remove_settlement",
        "POST",
        "{c}desk/settlements/{banner}/remove/",
        {**DESK, "facilitator": 422},
        {},
        Phase.MOVEMENT_REVIEW,
    ),
    Row("pause", "POST", "{c}desk/pause/", DESK, {"reason": "Snow"}),
    Row("resume", "POST", "{c}desk/resume/", {**DESK, "facilitator": 409}, {}),
    Row("ruling", "POST", "{c}desk/battles/{battle}/ruling/", DESK, RULING, Phase.BATTLES),
    Row(
        "forfeit",
        "POST",
        "{c}desk/battles/{battle}/forfeit/",
        DESK,
        {"side": "first", "reason": "Silence"},
        Phase.BATTLES,
    ),
    *(
        Row(name, method, f"{{c}}draft/{path}", NOWHERE, body)
        for name, method, path, body in (
            ("build_map", "GET", "map/", None),
            ("build_map", "PUT", "map/", {"board": {"terrain": ["..."]}, "version": "0"}),
            ("build_map_draw", "POST", "map/draw/", {"seed": 1}),
            ("build_map_read", "POST", "map/read/", {"text": "..."}),
            ("build_map_text", "GET", "map/text/rows/", None),
            ("build_map_picture", "GET", "map/picture/", None),
            ("build_map_picture", "PUT", "map/picture/", {"picture": "AAAA"}),
            ("build_map_picture", "POST", "map/picture/", {"shown": True}),
            ("build_map_picture_remove", "POST", "map/picture/remove/", {}),
            ("balance", "GET", "balance/", None),
            ("balance_games", "POST", "balance/games/", {}),
            ("balance_cancel", "POST", "balance/games/cancel/", {}),
        )
    ),
    *(Row(*row) for row in PRESS),
)
