"""The parts of the API, in the order in which its document shows them."""

from __future__ import annotations

PARTS = {
    "campaigns": "What is public of my campaigns.",
    "home": "What needs me, over all campaigns; and my account.",
    "plans": "My plan: read, saved, checked, submitted; what may be ordered.",
    "reports": "What I was told, and the map as I knew it.",
    "battles": "My battles, from the announcement to the agreed result, and what surrounds them.",
    "around battles": "Shared battles, stand-ins' links, and when I can play.",
    "table": "The companion: tables opened, joined, played and read.",
    "practice": "A turn tried on a copy of what I know.",
    "seat": "Deputies, vacations, the way out; the campaign's calendar.",
    "people": "Invitations, armies, seats and roles.",
    "messages": "Messages between the people of a campaign, and what they promise each other.",
    "news": "The campaign's news, and a war that has ended.",
    "open wars": "The list of open wars, asking for seats, and what all may see of a war.",
    "notices": "What I was told, and how I want to be told.",
    "live": 'Streams that say "changed".',
    "webhooks": "Where my programs, and a campaign's Discord channel, are told what has happened.",
    "profiles": "What I show of wars that are over, and how reliable I have been.",
    "desk": "The facilitator's acts on the turn that runs, its battles and people.",
    "disputes": "The arbiter's part.",
    "building": "Founding a campaign, step by step.",
    "map": "The map that is built, and whether it is fair.",
    "exchange": "Campaigns out and in as files.",
    "scenarios": "Anybody's scenario, adjudicated.",
    "own data": "Everything that the site holds about me, and the end of the account.",
    "about": "The API about itself.",
}

_OF_ROOM = {
    "battles.desk": "desk",
    "battles.honours": "around battles",
    "battles.lists": "table",
    "battles.page": "battles",
    "battles.results": "battles",
    "battles.table": "table",
    "battles.table.keepsakes": "table",
    "campaign.accounts.privacy": "own data",
    "campaign.accounts.profile": "profiles",
    "campaign.archive": "news",
    "campaign.archive.course": "news",
    "campaign.archive.exchange": "exchange",
    "campaign.delivery": "notices",
    "campaign.desk": "desk",
    "campaign.desk.disputes": "disputes",
    "campaign.desk.settling": "desk",
    "campaign.desk.standing": "desk",
    "campaign.film": "reports",
    "campaign.film.making": "reports",
    "campaign.founding": "building",
    "campaign.founding.balance": "map",
    "campaign.founding.mapedit": "map",
    "campaign.founding.tonight": "building",
    "campaign.home": "home",
    "campaign.skirmish": "home",
    "campaign.notices.discord": "webhooks",
    "campaign.notices.webhooks": "webhooks",
    "campaign.people": "people",
    "campaign.people.reliability": "profiles",
    "campaign.people.texts": "campaigns",
    "campaign.press.messages": "messages",
    "campaign.press.moderation": "messages",
    "campaign.press.news": "news",
    "campaign.press.promises": "messages",
    "campaign.public.directory": "open wars",
    "campaign.reports": "reports",
    "campaign.rulebook.adjudicator": "scenarios",
    "campaign.rulebook.open_book": "campaigns",
    "campaign.warmap.dice": "plans",
    "campaign.warmap.plan": "plans",
    "campaign.warmap.practice": "practice",
}
_OF_MODULE = {
    "campaign.home.campaign_api": "campaigns",
    "campaign.operations.docs_api": "about",
    "campaign.operations.live_api": "live",
    "campaign.people.seat_api": "seat",
}
"""Modules that are a part of their own within a room."""


def part_of(module: str) -> str:
    """The part that the endpoints of a module belong to."""
    return _OF_MODULE.get(module) or _OF_ROOM[module.rpartition(".")[0]]


def describe(result: dict[str, object], **_made: object) -> dict[str, object]:
    """The OpenAPI document with a word on each part, in their order; called as it is made."""
    result["tags"] = [{"name": name, "description": said} for name, said in PARTS.items()]
    return result
