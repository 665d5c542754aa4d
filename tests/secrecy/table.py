"""Every address of the site, and whom it is open to.

An address of the URLconf that has no row here fails a test: whoever adds one says who may see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver

from campaign.models import CampaignStatus
from tests.secrecy.asking import (
    FORM,
    Asking,
    Build,
    both,
    dice_file,
    each_banner,
    each_battle,
    each_turn,
    get,
    mission_tables,
    nowhere,
    operator_pages,
    own_account,
    page_tiles,
    pictured,
    problem,
    stream,
    theme,
    tiles,
    to_each_banner,
)
from tests.secrecy.cast import (
    ALL_BUT_GUESTS,
    ARBITER,
    EVERYBODY,
    FACILITATOR,
    FOURTH,
    GUEST,
    LOGGED_IN,
    OBSERVER,
    OPERATOR,
    PLAYER,
    RIVAL,
    SEATED,
    THIRD,
)
from tests.secrecy.crawl import Address, as_json, form
from tests.secrecy.refusing import (
    no_hook,
    no_invitation,
    no_offer,
    no_picture,
    no_table,
    no_transfer,
    no_verdict,
    post,
    void_link,
    wrong_acts,
    wrong_fallback,
    wrong_form,
    wrong_plans,
    wrong_practice,
)
from tests.secrecy.world import World

MEMBERS = (*SEATED, FACILITATOR, ARBITER, OBSERVER)
NOBODY: tuple[str, ...] = ()
REFUSED = (301, 302, 400, 401, 403, 404, 405, 409, 415, 422)
"""What those may be answered to whom an address is not open."""


@dataclass(frozen=True, slots=True)
class Row:
    """An address: the requests to make, and the roles that it is open to."""

    build: Build
    open_to: tuple[str, ...] = NOBODY
    at_the_end: tuple[str, ...] = NOBODY
    """The roles that it is open to besides, once the campaign has ended."""
    once: bool = False
    """Whether it has nothing to do with any campaign and is asked for once instead of at every moment."""
    any_status: bool = False
    """Whether the status depends on other things than who asks."""


def is_open(row: Row, role: str, world: World) -> bool:
    """Whether an address is open to somebody at this moment."""
    ended = world.campaign.status == CampaignStatus.ENDED
    return role in row.open_to or (ended and role in row.at_the_end)


_BATTLE = "c/<str:campaign_id>/battles/<str:battle_id>/"
_API = "api/v1/campaigns/<slug:campaign_id>/"
_API_BATTLE = f"{_API}battles/<slug:battle_id>/"
_API_TURN = f"{_API}turns/<whole:number>/"
_REASON = as_json({"reason": "zz"})
_IMPOSSIBLE = as_json({"nothing": True})
_POINTS = form(method="tabletop", winner="own", points_own="99999", points_enemy="0", sacrifice="0", story="")
_CLAIM = as_json({"method": "tabletop", "winner": "own", "points_own": 99999, "points_enemy": 0})

TABLE: dict[str, Row] = {
    "": Row(get, EVERYBODY),
    "rules/": Row(get, EVERYBODY, once=True),
    "rules/aid/": Row(get, EVERYBODY, once=True),
    "rules/short/": Row(get, EVERYBODY, once=True),
    "rules/cases/": Row(get, EVERYBODY, once=True),
    "rules/cases/<str:slug>/": Row(own_account, once=True),
    "rules/verdicts/": Row(both(get, post(form(scenario=""), content_type=FORM)), ALL_BUT_GUESTS, once=True),
    "rules/verdicts/<str:verdict_id>/": Row(no_verdict, once=True),
    "rules/verdicts/<str:verdict_id>/outcome.json": Row(no_verdict, once=True),
    "rules/<str:number>/": Row(own_account, EVERYBODY, once=True),
    "help/": Row(get, EVERYBODY, once=True),
    "help/words/": Row(get, EVERYBODY, once=True),
    "help/<slug:name>/": Row(own_account, EVERYBODY, once=True),
    "healthz": Row(get, EVERYBODY),
    "robots.txt": Row(get, EVERYBODY, once=True),
    "sitemap.xml": Row(get, EVERYBODY),
    "favicon.ico": Row(get, EVERYBODY, once=True),
    "privacy/": Row(get, EVERYBODY, once=True),
    "terms/": Row(get, EVERYBODY, once=True),
    "contact/": Row(get, EVERYBODY, once=True),
    ".well-known/security.txt": Row(own_account, once=True),
    ".well-known/change-password": Row(own_account, once=True),
    "metrics": Row(own_account),
    "operator/": Row(get, (OPERATOR,)),
    "csp/": Row(own_account, any_status=True),
    "readyz": Row(own_account, any_status=True),
    "clockz": Row(own_account, any_status=True),
    "account/": Row(get, LOGGED_IN, once=True),
    "account/webhooks/": Row(both(get, post(form(address="x"), content_type=FORM)), LOGGED_IN, once=True),
    "account/webhooks/<str:hook_id>/test/": Row(no_hook, once=True),
    "account/webhooks/<str:hook_id>/remove/": Row(no_hook, once=True),
    "theme/": Row(theme, once=True),
    "play/": Row(post(form(key="x"), content_type=FORM), once=True),
    "claim/": Row(both(get, post(form(name="x"), content_type=FORM)), (GUEST,), once=True),
    "claim/code/": Row(both(get, post(form(code="x"), content_type=FORM)), once=True),
    "c/<str:campaign_id>/forget/": Row(post(form(sure="yes"), content_type=FORM)),
    "c/<str:campaign_id>/turns/<whole:number>/comes/": Row(each_turn, SEATED),
    "live/": Row(stream, (*LOGGED_IN, GUEST)),
    "lesson/": Row(get, EVERYBODY, once=True),
    "lesson/hints/": Row(own_account, once=True),
    "c/<str:campaign_id>/lesson/": Row(both(get, post(form(act="x"), content_type=FORM))),
    "join/<str:token>/": Row(no_invitation),
    "join/<str:token>/rules/": Row(no_invitation),
    "c/<str:campaign_id>/army/": Row(get, (PLAYER, RIVAL, THIRD, FOURTH)),
    "c/<str:campaign_id>/people/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/leave/": Row(own_account),
    "c/<str:campaign_id>/seat/": Row(get, SEATED),
    "c/<str:campaign_id>/calendar/": Row(get, MEMBERS),
    "c/<str:campaign_id>/": Row(get, MEMBERS),
    "c/<str:campaign_id>/live/": Row(stream, MEMBERS),
    "c/<str:campaign_id>/about/": Row(get, MEMBERS),
    "c/<str:campaign_id>/rules/": Row(get, MEMBERS),
    "c/<str:campaign_id>/packet/": Row(get, SEATED),
    "c/<str:campaign_id>/disputes/": Row(get, (ARBITER,)),
    "c/<str:campaign_id>/disputes/<str:battle_id>/": Row(each_battle, (ARBITER,)),
    "campaigns/new/": Row(get, LOGGED_IN, once=True),
    "tonight/": Row(get, LOGGED_IN, once=True),
    "c/<str:campaign_id>/tonight/": Row(both(get, post(form(act="start"), content_type=FORM, own=False))),
    "c/<str:campaign_id>/tonight/screen/": Row(get),
    **{
        f"c/<str:campaign_id>/build/{step}": Row(own_account)
        for step in (
            "",
            "story/",
            "template/",
            "texts/",
            "settings/",
            "schedule/",
            "seats/",
            "players/",
            "players/<whole:number>/",
            "players/<whole:number>/packet/",
        )
    },
    "c/<str:campaign_id>/dice/": Row(get, MEMBERS),
    "c/<str:campaign_id>/dice/<whole:first>.json": Row(dice_file, at_the_end=MEMBERS),
    "c/<str:campaign_id>/turns/<whole:number>/map.json": Row(both(each_turn, page_tiles), SEATED),
    "c/<str:campaign_id>/turns/<whole:number>/overview.png": Row(pictured, SEATED),
    "c/<str:campaign_id>/turns/<whole:number>/report/": Row(each_turn, SEATED),
    "c/<str:campaign_id>/report/": Row(get, SEATED),
    "c/<str:campaign_id>/table/": Row(get, SEATED),
    "c/<str:campaign_id>/practice/": Row(get, SEATED),
    "c/<str:campaign_id>/knowledge.json": Row(get, SEATED),
    "c/<str:campaign_id>/export/": Row(get, (FACILITATOR,), at_the_end=MEMBERS),
    "c/<str:campaign_id>/export/campaign.zip": Row(own_account),
    "campaigns/import/<str:transfer_id>/": Row(no_transfer, once=True),
    "campaigns/import/": Row(get, LOGGED_IN, once=True),
    "c/<str:campaign_id>/demo/run/": Row(post("", content_type=FORM)),
    "c/<str:campaign_id>/plan/": Row(wrong_plans("POST")),
    "c/<str:campaign_id>/plan/submit/": Row(wrong_plans("POST")),
    "c/<str:campaign_id>/plan/form/": Row(wrong_form),
    "c/<str:campaign_id>/fallback/": Row(both(get, post(form(do="keep"), content_type=FORM)), SEATED),
    "c/<str:campaign_id>/battles/": Row(get, SEATED),
    _BATTLE: Row(both(each_battle, post(_POINTS, content_type=FORM)), SEATED),
    f"{_BATTLE}confirm/": Row(post(form(seen="nothing", sacrifice="0"), content_type=FORM)),
    f"{_BATTLE}sacrifice/": Row(post(form(sacrifice="99"), content_type=FORM)),
    f"{_BATTLE}act/<slug:name>/": Row(wrong_acts),
    f"{_BATTLE}pictures/<str:picture_id>.jpg": Row(no_picture),
    f"{_BATTLE}lists/<slug:side>.jpg": Row(no_picture),
    "c/<str:campaign_id>/honours/": Row(get, SEATED, at_the_end=MEMBERS),
    "c/<str:campaign_id>/desk/missions/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/missions/<slug:name>/": Row(mission_tables, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/stand-ins/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/claims/": Row(get, (FACILITATOR,)),
    "stand-in/<str:token>/": Row(void_link),
    "stand-in/<str:token>/live/": Row(void_link),
    "shared/<str:token>/": Row(void_link),
    "shared/<str:token>/summary.png": Row(void_link),
    "shared/tables/<str:token>/": Row(void_link),
    "shared/tables/<str:token>/summary.png": Row(void_link),
    "shared/<str:token>/pictures/<str:picture_id>.jpg": Row(void_link),
    "c/<str:campaign_id>/pause/": Row(own_account, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/texts/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/map/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/review/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/dates/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/battles/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/battles/<str:battle_id>/": Row(each_battle, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/log/": Row(get, (FACILITATOR,), at_the_end=MEMBERS),
    "c/<str:campaign_id>/desk/look/": Row(post(form(seat="seat-2"), content_type=FORM, own=False)),
    "c/<str:campaign_id>/desk/turns/<whole:number>.json": Row(each_turn, (FACILITATOR,)),
    f"{_BATTLE}table/": Row(post("", content_type=FORM, own=False)),
    f"{_API_BATTLE}table/": Row(post("{}", own=False)),
    "api/v1/tables/": Row(get, LOGGED_IN, once=True),
    "t/": Row(get, ALL_BUT_GUESTS, once=True),
    "t/tables/": Row(get, ALL_BUT_GUESTS, once=True),
    "t/sw.js": Row(get, ALL_BUT_GUESTS, once=True),
    "t/quick/": Row(post("", content_type=FORM), once=True),
    "t/find/": Row(post(form(code="NOCODE"), content_type=FORM), once=True),
    "api/v1/lists/": Row(post("{}"), once=True),
    "t/rosters/": Row(post("", content_type=FORM), once=True),
    "api/v1/schema/": Row(get, ALL_BUT_GUESTS, once=True),
    "api/v1/docs/": Row(get, ALL_BUT_GUESTS, once=True),
    "api/v1/problems/<slug:slug>/": Row(problem, ALL_BUT_GUESTS, once=True),
    "api/v1/verdicts/": Row(post("{}"), once=True),
    "api/v1/verdicts/<slug:verdict_id>/": Row(no_verdict, once=True),
    "api/v1/webhooks/": Row(both(get, post("{}")), LOGGED_IN, once=True),
    "api/v1/webhooks/<slug:hook_id>/test/": Row(no_hook, once=True),
    "api/v1/webhooks/<slug:hook_id>/remove/": Row(no_hook, once=True),
    "api/v1/campaigns/": Row(get, LOGGED_IN),
    "api/v1/^[\\s\\S]*$": Row(nowhere),
    _API: Row(get, MEMBERS),
    "api/v1/templates/": Row(get, LOGGED_IN, once=True),
    "api/v1/tonight/": Row(get, LOGGED_IN, once=True),
    "api/v1/skirmishes/": Row(post(as_json({"bots": 1000})), once=True),
    f"{_API}tonight/": Row(both(get, post("{}", method="PUT"))),
    f"{_API}tonight/bots/": Row(post("{}")),
    f"{_API}tonight/start/": Row(post("{}")),
    f"{_API}bots/": Row(post("{}")),
    f"{_API}draft/": Row(own_account),
    **{
        f"{_API}draft/{step}/": Row(post("{}", method="PUT"))
        for step in ("story", "settings", "schedule", "seats")
    },
    f"{_API}draft/seats/<whole:number>/": Row(post("{}", method="PUT")),
    **{f"{_API}draft/{act}/": Row(post("{}")) for act in ("template", "own-seat", "start", "discard")},
    f"{_API}packet/": Row(get, SEATED),
    f"{_API}rulebook/": Row(get, MEMBERS),
    f"{_API}texts/": Row(both(get, post("{}", method="PUT")), MEMBERS),
    f"{_API}disputes/": Row(get, (ARBITER,)),
    f"{_API}disputes/<slug:battle_id>/": Row(each_battle, (ARBITER,)),
    f"{_API}disputes/<slug:battle_id>/ruling/": Row(post("{}")),
    f"{_API}export/": Row(both(own_account, post(as_json({"all": True})))),
    f"{_API}export/file/": Row(own_account),
    "api/v1/campaigns/import/<slug:transfer_id>/": Row(no_transfer, once=True),
    f"{_API}knowledge/": Row(get, SEATED),
    f"{_API}webhooks/<slug:hook_id>/forget/": Row(no_hook),
    f"{_API}backdrop/": Row(own_account),
    f"{_API}live/": Row(stream, MEMBERS),
    "api/v1/live/": Row(stream, LOGGED_IN),
    "api/v1/home/": Row(get, LOGGED_IN),
    "api/v1/account/": Row(both(get, post("{}", method="PUT")), LOGGED_IN, once=True),
    "api/v1/account/data/": Row(get, LOGGED_IN, once=True),
    "api/v1/account/delete/": Row(post(as_json({"proof": "zz"})), once=True),
    "api/v1/campaigns/import/": Row(post("{}"), once=True),
    f"{_API}commitment/": Row(get, MEMBERS),
    f"{_API}practice/": Row(both(get, wrong_practice), SEATED),
    f"{_API}turns/": Row(get, MEMBERS),
    f"{_API}dice/": Row(get, at_the_end=MEMBERS),
    f"{_API}dice/own/": Row(get, MEMBERS),
    f"{_API}dice/seal/": Row(post(as_json({"turn": 1, "seal": "zz"}), method="PUT")),
    f"{_API}dice/share/": Row(post(as_json({"turn": 1, "share": "zz"}))),
    f"{_API}banners/<slug:banner_id>/options/": Row(each_banner, SEATED),
    f"{_API}fallback/": Row(wrong_fallback, SEATED),
    f"{_API}battles/": Row(get, SEATED),
    _API_BATTLE: Row(each_battle, SEATED),
    f"{_API_BATTLE}around/": Row(each_battle, SEATED),
    **{
        f"{_API_BATTLE}{act}": Row(post(_IMPOSSIBLE))
        for act in (
            "dates/",
            "mission/shift/",
            "mission/night/",
            "mission/attacker/",
            "list/",
            "story/",
            "pictures/",
            "share/",
            "claim/",
            "claim/answer/",
        )
    },
    **{
        f"{_API_BATTLE}{act}": Row(post("{}", own=False))
        for act in (
            "meeting/call-off/",
            "meeting/no-show/",
            "hello/",
            "mission/roll/",
            "claim/withdraw/",
            "stand-in/",
            "stand-in/end/",
        )
    },
    **{
        f"{_API_BATTLE}{act}": Row(no_offer)
        for act in (
            "dates/<slug:offer_id>/take/",
            "dates/<slug:offer_id>/decline/",
            "dates/<slug:offer_id>/withdraw/",
            "pictures/<slug:picture_id>/remove/",
        )
    },
    f"{_API_BATTLE}lists/<slug:side>/": Row(no_picture),
    f"{_API_BATTLE}pictures/<slug:picture_id>/": Row(no_picture),
    "api/v1/availability/": Row(get, LOGGED_IN, once=True),
    "api/v1/stand-ins/": Row(get, LOGGED_IN, once=True),
    "api/v1/stand-ins/<slug:token>/": Row(void_link),
    "api/v1/shared/<slug:token>/": Row(void_link),
    "api/v1/shared/<slug:token>/summary/": Row(void_link),
    "api/v1/shared/tables/<slug:token>/": Row(void_link),
    "api/v1/shared/tables/<slug:token>/summary/": Row(void_link),
    "api/v1/shared/<slug:token>/pictures/<slug:picture_id>/": Row(void_link),
    f"{_API}desk/claims/": Row(both(get, post(_IMPOSSIBLE)), (FACILITATOR,)),
    f"{_API}desk/stand-ins/": Row(both(get, post(_IMPOSSIBLE)), (FACILITATOR,)),
    f"{_API}honours/": Row(get, SEATED, at_the_end=MEMBERS),
    f"{_API}desk/missions/": Row(get, (FACILITATOR,)),
    f"{_API}desk/missions/<slug:name>/": Row(mission_tables, (FACILITATOR,)),
    f"{_API}desk/battles/remind/": Row(post(_IMPOSSIBLE)),
    f"{_API}desk/battles/<slug:battle_id>/claims/": Row(both(each_battle, post(_IMPOSSIBLE)), (FACILITATOR,)),
    f"{_API_BATTLE}result/": Row(post(_CLAIM)),
    f"{_API_BATTLE}confirm/": Row(post(as_json({"seen": "nothing"}))),
    f"{_API_BATTLE}sacrifice/": Row(post(as_json({"sacrifice": 99}))),
    f"{_API_BATTLE}reopen/": Row(post("{}", own=False)),
    f"{_API_BATTLE}dice/": Row(post("{}", own=False)),
    f"{_API_TURN}map/": Row(each_turn, SEATED),
    f"{_API_TURN}map/tiles/": Row(tiles, SEATED),
    f"{_API_TURN}map/overview/": Row(each_turn, SEATED),
    f"{_API_TURN}report/": Row(each_turn, SEATED),
    f"{_API_TURN}announcement/": Row(each_turn, SEATED),
    f"{_API_TURN}plan/": Row(both(each_turn, wrong_plans("PUT")), SEATED),
    f"{_API_TURN}plan/check/": Row(wrong_plans("POST"), SEATED),
    f"{_API_TURN}plan/submit/": Row(wrong_plans("POST")),
    f"{_API_TURN}plan/receipt/": Row(each_turn, SEATED),
    f"{_API_TURN}scenario/": Row(each_turn, (FACILITATOR,), at_the_end=MEMBERS),
    "api/v1/invitations/<slug:token>/": Row(no_invitation),
    "api/v1/invitations/<slug:token>/rulebook/": Row(no_invitation),
    f"{_API}people/": Row(get, (FACILITATOR,)),
    f"{_API}invitations/": Row(post(as_json({"days": 0}), own=False)),
    f"{_API}invitations/<slug:invitation_id>/revoke/": Row(post("{}", own=False)),
    f"{_API}roles/": Row(post(as_json({"act": "dismiss", "person": "zz"}))),
    f"{_API}army/": Row(get, (PLAYER, RIVAL, THIRD, FOURTH)),
    f"{_API}army/submit/": Row(post(as_json({"army": "zz"}))),
    f"{_API}seats/<whole:number>/army/": Row(post(as_json({"approve": True}))),
    f"{_API}seats/<whole:number>/remove/": Row(post(as_json({"reason": ""}))),
    f"{_API}seats/<whole:number>/bot/": Row(post("{}")),
    f"{_API}seat/": Row(get, SEATED),
    f"{_API}seat/deputies/": Row(post(as_json({"who": "zz"}))),
    f"{_API}seat/deputies/<slug:person_id>/end/": Row(post("{}")),
    f"{_API}seat/vacations/": Row(post(as_json({"first_day": "2026-01-02", "last_day": "2026-01-01"}))),
    f"{_API}seat/vacations/<slug:vacation_id>/cancel/": Row(post("{}")),
    f"{_API}seat/agree/": Row(post(_IMPOSSIBLE)),
    f"{_API}seat/leave/": Row(post(as_json({"sure": False}))),
    f"{_API}calendar/": Row(both(get, post("{}")), MEMBERS),
    f"{_API}desk/": Row(get, (FACILITATOR,)),
    f"{_API}desk/map/": Row(get, (FACILITATOR,)),
    f"{_API}desk/proposal/": Row(own_account, (FACILITATOR,)),
    f"{_API}desk/settlements/": Row(get, (FACILITATOR,)),
    f"{_API}desk/settlements/<slug:banner_id>/": Row(to_each_banner("PUT")),
    f"{_API}desk/settlements/<slug:banner_id>/remove/": Row(to_each_banner("POST")),
    f"{_API}desk/log/": Row(get, (FACILITATOR,), at_the_end=MEMBERS),
    **{
        f"{_API}desk/{act}/": Row(post("{}", _REASON, own=False))
        for act in (
            "announce",
            "publish",
            "hold",
            "extend",
            "excuse",
            "remind",
            "stop-early-close",
            "corrections",
            "corrections/withdraw",
            "pause",
            "resume",
        )
    },
    f"{_API}desk/battles/<slug:battle_id>/ruling/": Row(post("{}")),
    f"{_API}desk/battles/<slug:battle_id>/forfeit/": Row(post("{}")),
}

FAMILIES: tuple[tuple[str, Row], ...] = (
    ("t/<str:table_id>/", Row(no_table, once=True)),
    ("api/v1/tables/<slug:table_id>/", Row(no_table, once=True)),
    ("account/", Row(own_account, once=True, any_status=True)),
    ("admin/", Row(operator_pages, once=True, any_status=True)),
)
"""Addresses that are many of a kind, by their beginning: other packages', and a table's (tests/table)."""


def routes() -> list[str]:
    """Every route of the site, as the URLconf has it."""
    return list(_walk(get_resolver().url_patterns, ""))


def _walk(patterns: Iterable[URLPattern | URLResolver], before: str) -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route)
        else:
            yield route


def row_of(route: str) -> Row | None:
    """The row of a route, its own or its family's."""
    if route in TABLE:
        return TABLE[route]
    return next((row for beginning, row in FAMILIES if route.startswith(beginning)), None)


def addresses(asking: Asking, *, once: bool, among: Iterable[str] | None = None) -> list[Address]:
    """All requests of this person at this moment, in the order of the URLconf, each once; of all routes, or
    of those ``among`` them."""
    found: dict[Address, None] = {}
    for route in routes() if among is None else among:
        row = row_of(route)
        if row is not None and row.once == once:
            found.update(dict.fromkeys(row.build(asking, route)))
    return list(found)


from tests.secrecy import (  # noqa: E402 - they add their rows
    table_film,  # noqa: F401
    table_lessons,  # noqa: F401
    table_mapping,  # noqa: F401
    table_people,  # noqa: F401
    table_press,  # noqa: F401
    table_public,  # noqa: F401
)
