"""Whatever people write for others can be flagged: every field of every table, or it is said why not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pytest
from django.apps import apps
from django.db import models
from django.test import Client

from campaign.models import (
    FlagKind,
    User,
)
from campaign.press.moderation.subjects import SUBJECTS

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]

WORDS = (models.CharField, models.TextField, models.JSONField, models.BinaryField)

UNREAD: Mapping[str, Mapping[str, str]] = {
    "The app writes it: codes, ids, hashes, numbers, what its own dice and rules say, what failed": {
        "campaign.Campaign": "map_rows settings schedule sealed_seed id_key old_chains commitment thrown"
        " beacon dice_id",
        "campaign.Seat": "key preset rules node briefing sightings fallback open_agreed",
        "campaign.Banner": "key beaten_by",
        "campaign.Feature": "key known_to",
        "campaign.Relic": "key carrier known_to",
        "campaign.Trigger": "key document holder fired_by",
        "campaign.Turn": "moved_for_downtime last_error rules_version explained proposal closing mix contenders",
        "campaign.PlayerTurn": "receipt node",
        "campaign.Order": "banner",
        "campaign.BotDecision": "seed knowledge plan reasons beliefs",
        "campaign.OpenFront": "document",
        "campaign.DiceSeal": "seal share",
        "campaign.DiceClosing": "salt lines",
        "campaign.BeaconChain": "hash",
        "campaign.BeaconRound": "hash randomness signature",
        "campaign.Round": "name",
        "campaign.AccountMail": "state sealed",
        "campaign.Breaker": "host",
        "campaign.TurnStart": "process",
        "campaign.Machine": "boot",
        "campaign.Draft": "key",
        "campaign.Battle": "public_id first second attacker category attacker_by_first"
        " attacker_by_second ruling dice result",
        "campaign.BattleResult": "winner",
        "campaign.Correction": "change seats",
        "campaign.Settlement": "banner start end",
        "campaign.FilmFile": "state error shape light name language",
        "campaign.Reel": "data",
        "campaign.Tally": "key",
        "campaign.Gathering": "pace wrong",
        "campaign.ArmyPick": "preset rules",
        "campaign.Advert": "language",
        "campaign.Backdrop": "media_type",
        "campaign.BalanceRun": "state error scenario tally seed",
        "campaign.Thread": "key",
        "campaign.Message": "client_id",
        "campaign.AuditEntry": "kind",
        "campaign.Promise": "breaches",
        "campaign.Notice": "key kind channel message_id error",
        "campaign.Heartbeat": "name",
        "campaign.LessonProgress": "lesson",
        "campaign.ScriptedPlan": "plan",
        "campaign.Founding": "key asker",
        "campaign.FeedEntry": "uid digest",
        "campaign.Silence": "group",
        "campaign.User": "password session_key time_zone",
        "battles.Table": "code sealed_seed commitment proposal questions waits share_token",
        "battles.Place": "pin",
        "battles.Phone": "numbers",
        "battles.TableAction": "cid kind before",
    },
    "Nobody but its writer reads it": {
        "campaign.ApiToken": "name start digest scopes campaigns",
        "campaign.Login": "session_key device",
        "campaign.Hook": "address sealed error",
        "campaign.Webhook": "address error",
        "campaign.Device": "name address key auth error",
        "campaign.User": "email",
        "campaign.IdempotencyKey": "key request_hash answer",
        "campaign.Transfer": "state error name language",
        "campaign.Parcel": "data",
        "campaign.Verdict": "state error asker scenario answer",
        "battles.Intake": "source answers document",
        "battles.Roster": "name text",
    },
    "Others who read it build or run the same war, and may rewrite or end it themselves": {
        "campaign.Draft": "board players template lots seen saved",
        "campaign.Invitation": "email to",
        "campaign.ChannelHook": "host sealed off error",
    },
    "It is said about a flag, by or to those who settle it": {
        "campaign.Flag": "subject reason snapshot picture answer",
        "campaign.Measure": "reason kept",
        "campaign.User": "suspended_because",
    },
}


def fields() -> Iterator[str]:
    """All fields of the two apps in which words or pictures can lie."""
    for model in apps.get_models():
        if model._meta.app_label not in ("campaign", "battles"):
            continue
        for field in model._meta.local_concrete_fields:
            random = field.name in ("public_id", "token") and field.unique
            if isinstance(field, WORDS) and not field.choices and not random:
                yield f"{model._meta.app_label}.{model.__name__}.{field.name}"


def test_every_field_can_be_flagged_or_it_is_said_why_not() -> None:
    flagged = {one for subject in SUBJECTS.values() for one in subject.fields}
    unread = [
        f"{model}.{name}"
        for models_ in UNREAD.values()
        for model, names in models_.items()
        for name in names.split()
    ]
    assert set(SUBJECTS) == set(FlagKind.values), "each kind is found and taken away"
    assert all(subject.fields for subject in SUBJECTS.values())
    assert len(unread) == len(set(unread))
    assert set(fields()) - flagged - set(unread) == set(), "a kind of flag, or a reason why not"
    known = {f"{m._meta.app_label}.{m.__name__}.{f.name}" for m in apps.get_models() for f in m._meta.fields}
    assert (flagged | set(unread)) - known == set(), "no such field any more"
    assert flagged & set(unread) == set()
