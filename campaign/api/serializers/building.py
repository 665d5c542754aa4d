"""The shapes of a campaign that is being built, and of packets."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rest_framework import serializers

from campaign.api.reading import Strict
from campaign.api.serializers.fields import Anything, Id, Switch, Text, Whole
from campaign.services.building import MOST_ARMY, MOST_STORY
from campaign.services.drafts import FEWEST_SEATS, MOST_NAME, MOST_SEATS
from campaign.setting_up.variables import Variables


class Founding(Strict):
    """A campaign to begin: empty, from a war on the shelf, or like an old one."""

    name = Text(max_length=MOST_NAME)
    seats = Whole(
        min_value=FEWEST_SEATS,
        max_value=MOST_SEATS,
        required=False,
        help_text="4 unless copied.",
    )
    blind = Switch(
        required=False, help_text="Set up by lot and shown to nobody, so that you may play. For ever."
    )
    template = Id(required=False, help_text="The key of a war on the shelf.")
    copy_of = Id(required=False, help_text="The id of a campaign in which you take part.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A campaign begins from one thing. Raises ``ValidationError``."""
        if "template" in attrs and "copy_of" in attrs:
            raise serializers.ValidationError({"copy_of": "cannot stand beside template: choose one"})
        return attrs


class _Part(Strict):
    """A part of the draft, saved over the version that was read."""

    version = Text(
        max_length=64,
        help_text="As the draft has it for this part. If it has been saved since, it is refused (409) with"
        " code changed, and version, saved_by and saved_at in the problem; left out, it is refused (428).",
    )


class DraftStory(_Part):
    """Name and story."""

    name = Text(max_length=MOST_NAME)
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
        " short_turns (true or false), turns (a turn's own dates by its number)."
    )


class Seats(_Part):
    """The seats by their armies' names in order; an empty name keeps the old one."""

    armies = serializers.ListField(
        child=Text(max_length=MOST_ARMY, allow_blank=True), min_length=FEWEST_SEATS, max_length=MOST_SEATS
    )


class Dossier(_Part):
    """What a seat alone wants and knows from the start."""

    conditions = serializers.ListField(
        child=Anything(), required=False, help_text="Victory conditions as in a scenario document."
    )
    banners = serializers.ListField(
        child=Id(), required=False, help_text="Ids of enemy banners whose place it knows."
    )
    letter = Text(required=False, allow_blank=True, help_text="The private briefing.")
    features = serializers.ListField(child=Id(), required=False, help_text="Ids of features that it knows.")
    relics = serializers.ListField(
        child=Id(), required=False, help_text="Ids of relics whose place it knows."
    )


class Chosen(Strict):
    """A war on the shelf."""

    template = Id()


class Taking(Strict):
    """A free seat."""

    seat = Whole(min_value=1, max_value=MOST_SEATS)


class Discard(Strict):
    """The name of the campaign, to show that it is meant."""

    name = Text(max_length=MOST_NAME)


class ChecklistItem(serializers.Serializer[Any]):
    """Something that is missing, or only odd."""

    step = serializers.CharField()
    text = serializers.CharField()
    blocking = serializers.BooleanField()


class DraftDossier(serializers.Serializer[Any]):
    """What a seat alone wants and knows from the start."""

    conditions = serializers.ListField(child=Anything())
    banners = serializers.ListField(child=serializers.CharField())
    letter = serializers.CharField(allow_blank=True)
    features = serializers.ListField(child=serializers.CharField())
    relics = serializers.ListField(child=serializers.CharField())


class DraftVersions(serializers.Serializer[Any]):
    """The versions of the parts that are saved one by one."""

    story = serializers.CharField()
    settings = serializers.CharField()
    schedule = serializers.CharField()
    seats = serializers.CharField()
    board = serializers.CharField(allow_null=True, help_text="Null in a campaign that is set up blind.")


class DraftSeat(serializers.Serializer[Any]):
    """A seat to be filled; the board speaks of it by ``key``."""

    number = serializers.IntegerField()
    key = serializers.CharField()
    army = serializers.CharField()
    taken = serializers.BooleanField()
    bot = serializers.BooleanField()
    dossier = DraftDossier(allow_null=True)
    dossier_version = serializers.CharField(allow_null=True)


class Draft(serializers.Serializer[Any]):
    """A campaign that is being built."""

    id = serializers.CharField()
    name = serializers.CharField()
    story = serializers.CharField(allow_blank=True)
    blind = serializers.BooleanField()
    automatic = serializers.BooleanField()
    template = serializers.CharField(allow_null=True)
    settings = Anything()
    schedule = Anything()
    seats = DraftSeat(many=True)
    versions = DraftVersions()
    checklist = ChecklistItem(many=True)


class Gone(serializers.Serializer[Any]):
    """The campaign that is no more."""

    id = serializers.CharField()


class Started(serializers.Serializer[Any]):
    """The campaign that has started."""

    id = serializers.CharField()
    turn = serializers.IntegerField()
    commitment = serializers.CharField()


class WarTemplate(serializers.Serializer[Any]):
    """A war on the shelf."""

    key = serializers.CharField()
    name = serializers.CharField()
    story = serializers.CharField()
    about = serializers.CharField()
    fewest_seats = serializers.IntegerField()
    most_seats = serializers.IntegerField()


class WarTemplates(serializers.Serializer[Any]):
    """The wars on the shelf."""

    items = WarTemplate(many=True)


class PacketRule(serializers.Serializer[Any]):
    """An army rule."""

    name = serializers.CharField()
    text = serializers.CharField()


class PacketAim(serializers.Serializer[Any]):
    """A victory condition in words."""

    text = serializers.CharField()
    primary = serializers.BooleanField()


class PacketLine(serializers.Serializer[Any]):
    """A thing in a packet."""

    name = serializers.CharField()
    where = serializers.CharField()
    text = serializers.CharField(allow_blank=True)
    level = serializers.IntegerField(allow_null=True)


class Packet(serializers.Serializer[Any]):
    """Your starting packet."""

    army = serializers.CharField()
    seat = serializers.IntegerField()
    story = serializers.CharField(allow_blank=True)
    letter = serializers.CharField(allow_blank=True)
    rules = PacketRule(many=True)
    aims = PacketAim(many=True)
    banners = PacketLine(many=True)
    features = PacketLine(many=True)
    relics = PacketLine(many=True)
    enemies = PacketLine(many=True)
