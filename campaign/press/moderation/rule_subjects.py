"""The club's own army rules and missions can be flagged by whoever reads the rules of its war."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from django.utils.translation import gettext as _

from campaign.access.membership import facilitators_of
from campaign.base.answers import JsonObject
from campaign.base.setup.missions import LONGEST_TEXT
from campaign.models import Battle, Campaign, FlagKind, User
from campaign.press.moderation.rewording import in_documents
from campaign.press.moderation.subjects import SUBJECTS, Change, Found, Subject, listed_to, page_of

_MISSION = ("name", "setup", "victory")


def _house(reader: User | None, thing: str) -> Found | None:
    campaign_id, _dot, key = thing.rpartition(".")
    campaign = listed_to(reader).filter(public_id=campaign_id).first()
    rule = next((one for one in campaign.house if one["id"] == key), None) if campaign else None
    if campaign is None or rule is None:
        return None
    whose, path = facilitators_of(campaign).first(), page_of(campaign, reader)
    return Found(FlagKind.HOUSE, thing, campaign, whose, rule["title"], rule["text"], path)


def _house_with(thing: str, **words: str) -> Iterator[Change]:
    campaign_id, _dot, key = thing.rpartition(".")
    for campaign in Campaign.objects.filter(public_id=campaign_id):
        rules = [{**one, **words} if one["id"] == key else one for one in campaign.house]
        yield Change(campaign, {"house": cast("list[JsonObject]", rules)})


def _hide_house(thing: str, words: str) -> Iterable[Change]:
    return _house_with(thing, title=_("A rule of the club"), text=words)


def _name_house(thing: str, name: str) -> Iterable[Change]:
    return _house_with(thing, title=name)


def _house_beside(reader: User | None, campaign: Campaign) -> Iterator[tuple[str, str]]:
    for rule in campaign.house:
        yield rule["title"], f"{campaign.public_id}.{rule['id']}"


def _missions(campaign: Campaign) -> Iterator[tuple[str, dict[str, str]]]:
    """The missions that the campaign has instead of the rulebook's, by table and face of the die."""
    for table, missions in campaign.missions.items():
        for face, one in enumerate(missions, start=1):
            yield f"{campaign.public_id}.{table}.{face}", one


def _mission(reader: User | None, thing: str) -> Found | None:
    campaign = listed_to(reader).filter(public_id=thing.partition(".")[0]).first()
    one = dict(_missions(campaign)).get(thing) if campaign is not None else None
    if campaign is None or one is None:
        return None
    whose, path = facilitators_of(campaign).first(), page_of(campaign, reader)
    text = "\n\n".join((one["setup"], one["victory"]))
    return Found(FlagKind.MISSION, thing, campaign, whose, one["name"], text, path)


def _hide_mission(thing: str, words: str) -> Iterator[Change]:
    """On its table, and in the battles that have rolled on it."""
    for campaign in Campaign.objects.filter(public_id=thing.partition(".")[0]):
        one = dict(_missions(campaign)).get(thing)
        if one is None:
            continue
        new = {"name": _("A mission"), "setup": words[:LONGEST_TEXT], "victory": "-"}
        missions = {
            table: [
                new | {key: row[key] for key in row if key not in _MISSION} if row == one else row
                for row in rows
            ]
            for table, rows in campaign.missions.items()
        }
        yield Change(campaign, {"missions": cast("JsonObject", missions)})
        fought = Battle.objects.filter(turn__campaign=campaign).order_by("id")
        for key in _MISSION:
            yield from in_documents(fought, one[key], new[key], frozenset({key}), "missions")


def _missions_beside(reader: User | None, campaign: Campaign) -> Iterator[tuple[str, str]]:
    for thing, one in _missions(campaign):
        yield one["name"], thing


SUBJECTS |= {
    FlagKind.HOUSE: Subject(
        _house, _hide_house, _name_house, beside=_house_beside, fields=("campaign.Campaign.house",)
    ),
    FlagKind.MISSION: Subject(
        _mission,
        _hide_mission,
        beside=_missions_beside,
        fields=("campaign.Campaign.missions", "campaign.Battle.missions"),
    ),
}
