"""The shapes of a campaign that is being built, and of packets."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from rest_framework import serializers

from campaign.base.answers import called
from campaign.base.maps.plants import PLANT
from campaign.base.setup.campaign_settings import Variables
from campaign.founding.draft_facts import WarTemplate
from campaign.founding.draft_saving import FEWEST_SEATS, MOST_NAME, MOST_SEATS
from campaign.founding.services import MOST_ARMY, MOST_STORY
from campaign.people.texts.shapes import MOST_VERSIONS
from campaign.web.api.fields import Anything, Id, Line, Sector, Switch, Text, Whole
from campaign.web.api.request_parsing import Strict


class Founding(Strict):
    """A campaign to begin: empty, from a war on the shelf, or like an old one."""

    name = Line(max_length=MOST_NAME)
    seats = Whole(
        min_value=FEWEST_SEATS,
        max_value=MOST_SEATS,
        required=False,
        help_text="4 unless copied.",
    )
    blind = Switch(
        required=False, help_text="Set up by lot and shown to nobody, so that you may play. For ever."
    )
    template = Id(required=False, help_text="The key of a ready-made war.")
    copy_of = Id(required=False, help_text="The id of a campaign in which you take part.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A campaign begins from one thing. Raises ``ValidationError``."""
        if "template" in attrs and "copy_of" in attrs:
            raise serializers.ValidationError({"copy_of": "cannot stand beside template: choose one"})
        return attrs


class _Part(Strict):
    """A part of the draft, saved over the version that was read."""

    version = Line(
        max_length=64,
        help_text="As the draft has it for this part. If it has been saved since, it is refused (409) with"
        " code changed, and version, saved_by and saved_at in the problem; left out, it is refused (428).",
    )


class DraftStory(_Part):
    """Name and story."""

    name = Line(max_length=MOST_NAME)
    story = Text(max_length=MOST_STORY, allow_blank=True)


class Settings(_Part):
    """Settings by name; what is left out stays."""

    settings = Anything(
        required=False, help_text=f"By their names: {', '.join(one.name for one in fields(Variables))}."
    )
    automatic = Switch(required=False)


class Schedule(_Part):
    """Parts of the schedule; what is left out stays."""

    schedule = Anything(
        help_text="time_zone; plan, announce, results and publish, each as"
        ' {"weekday": "friday", "hour": "23:59"}, weekday null for every day; holidays (days as 2026-12-24),'
        " short_turns (true or false), turns (a turn's own dates by its number); rhythm, null or"
        ' {"plan_minutes": 20, "battle_minutes": 0, "from": "09:00", "until": "22:00"}, instead of days'
        " and hours: the clock stands outside these."
    )


class House(_Part):
    """The club's own army rules."""

    house = serializers.ListField(
        child=Anything(),
        help_text='Each {"id", "title", "text", "points", "gives", "never", "mods"}, as the campaign has them'
        " (Rules 14.1); all but the id may be left out.",
    )


class Lots(_Part):
    """Ready-made triggers by lot."""

    templates = serializers.ListField(child=Id(), help_text=f"Of {', '.join(PLANT)}.")


class ToPlant(Strict):
    """A ready-made trigger to be put on the map."""

    template = Id(help_text=f"One of {', '.join(PLANT)}.")
    at = Sector()
    other = Sector(required=False, help_text="Where the crown lies; left out, across the map.")


class Seats(_Part):
    """The seats by their armies' names in order; an empty name keeps the old one."""

    armies = serializers.ListField(
        child=Line(max_length=MOST_ARMY, allow_blank=True), min_length=FEWEST_SEATS, max_length=MOST_SEATS
    )


class Dossier(_Part):
    """What a seat alone wants and knows from the start."""

    conditions = serializers.ListField(
        child=Anything(),
        required=False,
        help_text="Victory conditions as in a scenario document; one that names banners may have a title of"
        " 60 characters: the mark under which the player sees them.",
    )
    banners = serializers.ListField(
        child=Id(), required=False, help_text="Ids of enemy banners whose place it knows."
    )
    letter = Text(required=False, allow_blank=True, help_text="The private briefing.")
    sightings = serializers.ListField(
        child=Anything(),
        required=False,
        help_text='What it heard before the war: each {"banner" or "seat", "at", "level" or null, "age", '
        '"grade", "marked"}; grade is exact or place, which must be true, old or false. The player is told'
        " the grade of a marked one only.",
    )
    features = serializers.ListField(child=Id(), required=False, help_text="Ids of features that it knows.")
    relics = serializers.ListField(
        child=Id(), required=False, help_text="Ids of relics whose place it knows."
    )


class Chosen(Strict):
    """A war on the shelf."""

    template = Id()


class Taking(Strict):
    """A free seat, and the version of the participation text that one agrees to, if there is one."""

    seat = Whole(min_value=1, max_value=MOST_SEATS)
    agreed = Whole(min_value=1, max_value=MOST_VERSIONS, required=False)


class Discard(Strict):
    """The name of the campaign, to show that it is meant."""

    name = Line(max_length=MOST_NAME)


@called("DiscardedCampaign")
@dataclass(frozen=True, slots=True)
class Discarded:
    """The campaign that is no more."""

    id: str


@called("StartedCampaign")
@dataclass(frozen=True, slots=True)
class Started:
    """The campaign that has started."""

    id: str
    turn: int
    commitment: str


@dataclass(frozen=True, slots=True)
class WarTemplates:
    """The wars on the shelf."""

    items: tuple[WarTemplate, ...]
