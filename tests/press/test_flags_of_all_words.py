"""Whatever people write for others can be flagged: every field of every table, or it is said why not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta

import pytest
from django.apps import apps
from django.db import models
from django.test import Client

from battles.models import ArmyList, Meeting, Offer, OfferState, Tale
from campaign.base.dates.clock import now
from campaign.models import (
    ArmyPick,
    AuditEntry,
    Backdrop,
    Battle,
    BattleResult,
    Campaign,
    Feature,
    FlagKind,
    ForfeitClaim,
    Message,
    Notice,
    Order,
    PlayerTurn,
    Seat,
    SeatAsk,
    Settlement,
    Thread,
    Trigger,
    Turn,
    User,
)
from campaign.press.measures.services import MOST_NAME, Act, act, undo
from campaign.press.messages.services import start_group
from campaign.press.moderation.flaggable_parts import Part, sections
from campaign.press.moderation.nothing_here import NOTHING
from campaign.press.moderation.services import flag
from campaign.press.moderation.subjects import SUBJECTS, army_id, find
from tests.wars import CLOSE, HOLD, War, begin_war, march

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
        "campaign.Turn": "moved_for_downtime last_error rules_version explained proposal closing mix"
        " contenders",
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
        "battles.Roster": "name text read",
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
    assert {kind for kind, subject in SUBJECTS.items() if subject.name is not None} == set(MOST_NAME)
    assert len(unread) == len(set(unread))
    assert set(fields()) - flagged - set(unread) == set(), "a kind of flag, or a reason why not"
    known = {f"{m._meta.app_label}.{m.__name__}.{f.name}" for m in apps.get_models() for f in m._meta.fields}
    assert (flagged | set(unread)) - known == set(), "no such field any more"
    assert flagged & set(unread) == set()


# One of each, in a war

SLUR = "Zqslur"


@pytest.fixture
def otto(db: None) -> User:
    """The operator, who plays nowhere."""
    return User.objects.create_superuser("otto@site.example", "an operator's password", name="Otto")


def everywhere(word: str) -> list[str]:
    """Where the database says this word; what is kept to put it back, and of the flag itself, left out."""
    kept = {"campaign.Flag.snapshot", "campaign.Flag.picture", "campaign.Measure.kept"}
    found = []
    for name in sorted(set(fields()) - kept):
        label, _dot, field = name.rpartition(".")
        rows = apps.get_model(label)._default_manager.values_list(field, flat=True)
        found += [name for value in rows if word in str(value)]
    return found


@pytest.fixture
def war(otto: User) -> War:
    """A running war in which all sorts of people have written a bad word, each in a place of its own."""
    war = begin_war(
        {**CLOSE, "west": ((12, 5),)},
        document={
            "features": [{"id": "f1", "at": [1, 1], "known_to": ["north"]}],
            "relics": [{"id": "r1", "at": [3, 3], "known_to": ["north", "south"]}],
        },
        special_orders="all",
        press="full",
    )
    war.plan("north", {"north1": march(2, 4), "north2": HOLD})
    war.plan("south", {"south1": HOLD, "south2": HOLD})
    war.plan("west", {"west1": HOLD})
    while war.turn.phase != "battles":
        war.pass_deadline()
    return war


Case = tuple[str, str, User, User | None]
"""A kind and an id; who reads it, and who of the war does not."""


def told(seat: Seat, document: Mapping[str, object]) -> None:
    """Something more in the announcement of a seat."""
    part = PlayerTurn.objects.filter(seat=seat, announcement__isnull=False).latest("id")
    PlayerTurn.objects.filter(pk=part.pk).update(announcement={**part.announcement, **document})


def a_reason(war: War) -> Case:
    user, seat = war.facilitator, war.seat("north")
    AuditEntry.objects.create(
        campaign=war.campaign,
        turn=war.turn,
        user=user,
        kind="excused",
        values={"army": seat.army, "reason": SLUR},
    )
    part = PlayerTurn.objects.filter(seat=seat).latest("id")
    PlayerTurn.objects.filter(pk=part.pk).update(excused=True, excuse_reason=SLUR)
    told(seat, {"corrections": [{"reason": SLUR}]})
    Turn.objects.filter(pk=war.turn.pk).update(held_movement=SLUR)
    Notice.objects.filter(user=war.users["north"]).update(detail={"reason": SLUR})
    (thing,) = (one.path.split("/")[-2] for one in parts(war, war.users["north"]) if one.called == SLUR)
    return FlagKind.REASON, thing, war.users["north"], war.users["south"]


def an_old_entry(war: War) -> Case:
    AuditEntry.objects.create(campaign=war.campaign, kind="role", text=f"{SLUR} is here", public=True)
    (thing,) = (one.path.split("/")[-2] for one in parts(war, war.users["south"]) if SLUR in one.called)
    return FlagKind.REASON, thing, war.users["south"], None


def why_a_message_is_gone(war: War) -> Case:
    start_group(user=war.users["north"], campaign=war.campaign, title="Us", numbers=[2, 3], text="Hello")
    Message.objects.update(hidden=SLUR)
    return FlagKind.REASON, f"message:{Message.objects.get().public_id}", war.users["south"], war.facilitator


def a_date(war: War) -> Case:
    battle = Battle.objects.get()
    same = {"battle": battle, "starts_at": now() + timedelta(days=2), "place": SLUR, "link": "", "note": SLUR}
    made = Offer.objects.create(seat=war.seat("north"), made_at=now(), state=OfferState.TAKEN, **same)
    Meeting.objects.create(agreed_at=now(), changed_at=now(), **same)
    assert find(war.users["south"], FlagKind.DATE, battle.public_id), "the agreed one, too"
    return FlagKind.DATE, made.public_id, war.users["south"], war.facilitator


def a_claim(war: War) -> Case:
    claim = ForfeitClaim.objects.create(
        battle=Battle.objects.get(), seat=war.seat("north"), evidence=SLUR, made_at=now(), state="refused"
    )
    return FlagKind.CLAIM, f"{claim.public_id}.evidence", war.users["south"], None


def an_answer_to_a_claim(war: War) -> Case:
    claim = ForfeitClaim.objects.create(
        battle=Battle.objects.get(),
        seat=war.seat("north"),
        evidence="-",
        answer=SLUR,
        made_at=now(),
        state="refused",
    )
    return FlagKind.CLAIM, f"{claim.public_id}.answer", war.users["north"], None


def a_decision(war: War) -> Case:
    claim = ForfeitClaim.objects.create(
        battle=Battle.objects.get(),
        seat=war.seat("north"),
        evidence="-",
        reason=SLUR,
        made_at=now(),
        state="refused",
    )
    AuditEntry.objects.create(
        campaign=war.campaign,
        kind="claim_refused",
        user=war.facilitator,
        values={"army": "North", "first": "a", "second": "b", "reason": SLUR},
    )
    return FlagKind.CLAIM, f"{claim.public_id}.reason", war.users["north"], None


def a_group(war: War) -> Case:
    start_group(user=war.users["north"], campaign=war.campaign, title=SLUR, numbers=[2, 3], text="Hello")
    return FlagKind.GROUP, Thread.objects.get(title=SLUR).public_id, war.users["south"], war.facilitator


def a_feature(war: War) -> Case:
    row = Feature.objects.get()
    Feature.objects.update(name=SLUR, description=f"{SLUR} here")
    told(war.seat("north"), {"features": [{"name": SLUR, "description": f"{SLUR} here"}]})
    return FlagKind.THING, row.public_id, war.users["north"], war.users["south"]


def a_trigger(war: War) -> Case:
    Trigger.objects.create(
        campaign=war.campaign, key="t1", document={"relic": "r1"}, hint=f"{SLUR} hint", told=f"{SLUR} told"
    )
    thing = war.campaign.relics.get().public_id
    told(war.seat("north"), {"hints": [{"thing": thing, "name": "x", "text": f"{SLUR} hint"}]})
    told(war.seat("north"), {"happened": [f"{SLUR} told"]})
    unread = find(war.users["south"], FlagKind.THING, thing)
    assert unread is not None
    assert SLUR not in unread.text, "who knows the relic alone has heard nothing of its trigger"
    return FlagKind.THING, thing, war.users["north"], None


def a_letter(war: War) -> Case:
    seat = war.seat("north")
    Seat.objects.filter(pk=seat.pk).update(letter=SLUR)
    thing = army_id(war.campaign.public_id, seat.number)
    return FlagKind.LETTER, thing, war.users["north"], war.users["south"]


def a_house_rule(war: War) -> Case:
    rule = {"id": "house_x", "points": 1, "gives": [], "never": [], "mods": [], "title": SLUR, "text": SLUR}
    Campaign.objects.update(house=[rule])
    return FlagKind.HOUSE, f"{war.campaign.public_id}.house_x", war.users["south"], None


def a_mission(war: War) -> Case:
    one = {"name": SLUR, "setup": f"{SLUR} a", "victory": f"{SLUR} b", "night": False, "sides": False}
    Campaign.objects.update(missions={"raid": [one]})
    Battle.objects.update(missions=[one])
    return FlagKind.MISSION, f"{war.campaign.public_id}.raid.1", war.users["south"], None


def a_pick(war: War) -> Case:
    seat = war.seat("north")
    picked = {"state": "approved", "called": {"tough": SLUR}, "why": {"tough": f"{SLUR}, so"}}
    ArmyPick.objects.update_or_create(seat=seat, defaults=picked)
    return FlagKind.PICK, army_id(war.campaign.public_id, seat.number), war.users["south"], None


def a_comment(war: War) -> Case:
    seat = war.seat("north")
    ArmyPick.objects.update_or_create(seat=seat, defaults={"word": SLUR, "decided_by": war.facilitator})
    thing = army_id(war.campaign.public_id, seat.number) + ".reply"
    return FlagKind.PICK, thing, war.users["north"], war.users["south"]


def an_order(war: War) -> Case:
    order = {"order": "other", "text": SLUR}
    part = PlayerTurn.objects.get(turn=war.turn, seat=war.seat("north"))
    Order.objects.create(player_turn=part, banner="north2", slot="special", detail=order)
    turn = war.turn
    Turn.objects.filter(pk=turn.pk).update(input={**(turn.input or {}), "said": [order]})
    told(war.seat("north"), {"others": [{"banner": "b", "text": SLUR, "words": ""}]})
    thing = f"{war.campaign.public_id}.{turn.number}.{war.banner('north2').public_id}"
    return FlagKind.ORDER, thing, war.facilitator, war.users["south"]


def what_came_of_it(war: War) -> Case:
    by = {"seat": war.seat("north"), "by": war.facilitator, "at": now()}
    Settlement.objects.create(turn=war.turn, banner="north2", words=SLUR, **by)
    told(war.seat("north"), {"others": [{"banner": "b", "text": "", "words": SLUR}]})
    thing = f"{war.campaign.public_id}.{war.turn.number}.{war.banner('north2').public_id}.reply"
    return FlagKind.ORDER, thing, war.users["north"], war.users["south"]


def an_answer(war: War) -> Case:
    asker = User.objects.create_user("nils@elsewhere.example", name="Nils")
    ask = SeatAsk.objects.create(
        campaign=war.campaign,
        user=asker,
        asked_at=now(),
        state="declined",
        answer=SLUR,
        answered_by=war.facilitator,
    )
    return FlagKind.ANSWER, ask.public_id, asker, war.users["south"]


def a_story(war: War) -> Case:
    """As it was sent with the result, and as it was rewritten."""
    battle, seat = Battle.objects.get(), war.seat("north")
    BattleResult.objects.create(battle=battle, seat=seat, method="tabletop", story=SLUR)
    Tale.objects.create(battle=battle, seat=seat, text=f"{SLUR}, again", changed_at=now())
    return FlagKind.STORY, f"{battle.public_id}.{seat.number}", war.users["south"], war.users["west"]


def a_list(war: War) -> Case:
    """Of two that are in, with what the app has read in it; its picture is put back as it was."""
    battle = Battle.objects.get()
    for army in ("north", "south"):
        text = SLUR if army == "north" else "-"
        ArmyList.objects.create(
            battle=battle, seat=war.seat(army), text=text, points=1, read={"of": text}, handed_in_at=now()
        )
    return (
        FlagKind.LIST,
        f"{battle.public_id}.{war.seat('north').number}",
        war.users["south"],
        war.users["west"],
    )


def parts(war: War, reader: User) -> tuple[Part, ...]:
    """What is offered for a flag beside the campaign."""
    found = find(reader, FlagKind.CAMPAIGN, war.campaign.public_id)
    assert found is not None
    return sections(found, reader)


CASES = (
    a_reason,
    an_old_entry,
    why_a_message_is_gone,
    a_date,
    a_claim,
    an_answer_to_a_claim,
    a_decision,
    a_group,
    a_feature,
    a_trigger,
    a_letter,
    a_house_rule,
    a_mission,
    a_pick,
    a_comment,
    an_order,
    what_came_of_it,
    an_answer,
    a_story,
    a_list,
)


@pytest.mark.shared(6)
@pytest.mark.parametrize("make", [pytest.param(make, id=make.__name__) for make in CASES])
def test_a_kind_is_flagged_by_its_readers_alone_taken_away_everywhere_and_put_back(
    make: Callable[[War], Case], war: War, otto: User, as_user: As
) -> None:
    stranger = User.objects.create_user("stranger@elsewhere.example", name="Stranger")
    kind, thing, reader, other = make(war)
    found = find(reader, kind, thing)
    assert found is not None
    assert SLUR in f"{found.title} {found.text}"
    for nobody in (stranger, None, *([other] if other is not None else [])):
        assert find(nobody, kind, thing) is None
    assert as_user(reader).get(f"/flag/{kind}/{thing}/").status_code == 200
    before = everywhere(SLUR)
    made = flag(reader=reader, kind=kind, thing=thing, reason="A slur", to_operators=True)
    done = act(operator=otto, flag_id=made.public_id, wish=Act("hide", "Be kind"))
    assert everywhere(SLUR) == []
    assert as_user(reader).get(found.path).status_code == 200
    undo(operator=otto, measure_id=done.public_id, reason="It is a river")
    assert everywhere(SLUR) == before


FIRST = {
    FlagKind.MESSAGE,
    FlagKind.ARTICLE,
    FlagKind.CAMPAIGN,
    FlagKind.ARMY,
    FlagKind.PERSON,
    FlagKind.PICTURE,
    FlagKind.TEXT,
    FlagKind.BANNER,
    FlagKind.TABLE,
    FlagKind.ASK,
}


def test_each_kind_has_its_case(war: War) -> None:
    seen = {make(war)[0] for make in CASES}
    assert seen | FIRST | {FlagKind.GROUND} == set(FlagKind), "here or in the tests of the first kinds"


def test_a_picture_under_a_map_gives_way_to_a_grey_field_under_another_id(war: War, otto: User) -> None:
    size = {"media_type": "image/png", "width": 9, "height": 9}
    row = Backdrop.objects.create(campaign=war.campaign, picture=b"bad", shown=True, **size)
    assert find(None, FlagKind.GROUND, row.public_id) is None
    made = flag(
        reader=war.users["north"], kind=FlagKind.GROUND, thing=row.public_id, reason="Bad", to_operators=True
    )
    assert bytes(made.picture) == b"bad"
    act(operator=otto, flag_id=made.public_id, wish=Act("hide", "Bad"))
    now_there = Backdrop.objects.get()
    assert (bytes(now_there.picture), now_there.media_type) == (NOTHING, "image/jpeg")
    assert now_there.public_id != row.public_id, "browsers keep what stands under an id"


def test_an_armys_and_a_persons_name_leave_the_log_too(war: War, otto: User) -> None:
    seat, north = war.seat("north"), war.users["north"]
    Seat.objects.filter(pk=seat.pk).update(army=SLUR)
    User.objects.filter(pk=north.pk).update(name=SLUR)
    values = {"person": SLUR, "army": SLUR}
    AuditEntry.objects.create(campaign=war.campaign, kind="joined", values=values, public=True)
    thing = army_id(war.campaign.public_id, seat.number)
    for kind, one in ((FlagKind.ARMY, thing), (FlagKind.PERSON, north.public_id)):
        made = flag(reader=war.users["south"], kind=kind, thing=one, reason="A slur", to_operators=True)
        act(operator=otto, flag_id=made.public_id, wish=Act("rename", "A slur", name="Somebody else"))
    assert everywhere(SLUR) == []
