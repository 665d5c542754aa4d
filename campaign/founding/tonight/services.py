"""A war for tonight: founded in one go, its empty seats filled or taken away, started by its host."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from campaign.base.dates import clock
from campaign.base.dates.times import when as in_words
from campaign.base.maps.war_templates import TEMPLATE
from campaign.base.refusal import Refusal
from campaign.founding import services as building
from campaign.founding.draft_saving import locked_draft, open_draft
from campaign.founding.start.facilitator_seat import take_own_seat
from campaign.founding.start.services import start_campaign
from campaign.founding.tonight.again import another_after, was_there
from campaign.founding.tonight.offers import PACE, PLAYERS, war_for, why_not
from campaign.models import (
    ArmyPick,
    BotLevel,
    Campaign,
    CampaignStatus,
    Gathering,
    InvitationKind,
    PickState,
    Seat,
    SeatStatus,
    Turn,
    User,
)
from campaign.people.army.arming import arm
from campaign.people.invitations.services import invite
from campaign.people.seats.filling import empty_seats, fill_with_bots
from campaign.turn.plans.bot_limits import check_bots
from campaign.turn.turn_rights import check_choice

LINK_DAYS, LINK_USES = 3, 50
LONGEST_WAIT = timedelta(days=14)
FILLS = ("bots", "fewer")
"""What may become of seats that are empty at the start: bots play them, or they are taken away."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a war for tonight is to be; ``bots`` seats are theirs from the beginning."""

    players: int
    pace: str = "evening"
    level: str = BotLevel.REGULAR
    play: bool = True
    template: str = ""
    name: str = ""
    bots: int = 0
    starts_at: datetime | None = None
    after: str = ""
    """The id of the war for tonight whose people want another one."""


@transaction.atomic
def found_tonight(*, by: User, wish: Wish) -> Gathering:
    """Found a war for tonight: its draft, its link, and a seat for its host, if he plays.

    Whoever plays may see nothing of the set-up: it is blind then. After one war there is one other that has
    not ended: whoever else asks is given that. Raises ``Refusal`` with the field at fault.
    """
    before = _before(wish.after, by)
    there = another_after(before) if before is not None else None
    if there is not None:
        return there
    template = _checked(wish)
    check_bots(by, [wish.level] * wish.bots)
    campaign = open_draft(
        by=by, name=wish.name.strip() or _name(template, by), seats=wish.players, blind=wish.play
    )
    building.use_template(campaign=campaign, by=by, key=template)
    building.use_pace(campaign=campaign, by=by, key=wish.pace)
    if not wish.play:
        building.save_settings(campaign=campaign, by=by, changes={}, automatic=True)
    campaign.refresh_from_db()
    campaign.seats.update(bot_level=wish.level)
    link = invite(campaign=campaign, by=by, kind=InvitationKind.PLAYER, days=_link_days(wish), uses=LINK_USES)
    gathering = Gathering.objects.create(
        campaign=campaign,
        host=by,
        invitation=link,
        pace=wish.pace,
        bot_level=wish.level,
        starts_at=wish.starts_at,
        created_at=clock.now(),
        after=before,
    )
    if wish.play:
        seat = empty_seats(campaign)[0]
        take_own_seat(campaign=campaign, by=by, seat_id=seat.public_id)
    if wish.bots:
        fill_with_bots(campaign=campaign, by=by, level=wish.level, most=wish.bots)
    return gathering


def _before(campaign_id: str, by: User) -> Campaign | None:
    """The war after which another one is wished for, locked. Raises ``Refusal`` (``impossible``)."""
    if not campaign_id:
        return None
    before = Campaign.objects.select_for_update(no_key=True).filter(public_id=campaign_id).first()
    if before is None or not was_there(before, by):
        raise _impossible("after", _("This is not a war for tonight of yours that has ended."))
    return before


def _checked(wish: Wish) -> str:
    """The key of the war that is wished for. Raises ``Refusal``."""
    if wish.players not in PLAYERS:
        words = _("A war for tonight has %(fewest)s to %(most)s players.")
        raise _impossible("players", words % {"fewest": PLAYERS[0], "most": PLAYERS[-1]})
    check_choice("pace", wish.pace, PACE)
    check_choice("level", wish.level, BotLevel.values)
    most = wish.players - 1
    if not 0 <= wish.bots <= most:
        raise _impossible(
            "bots", _("There may be 0 to %(most)s bots: one player is you, or a friend.") % {"most": most}
        )
    check_start(wish.starts_at)
    if not wish.template:
        return war_for(wish.pace, wish.players).key
    check_choice("template", wish.template, TEMPLATE)
    wrong = why_not(TEMPLATE[wish.template], PACE[wish.pace], wish.players)
    if wrong:
        raise _impossible("template", wrong)
    return wish.template


def check_start(moment: datetime | None) -> None:
    """Whether a war may start by itself then. Raises ``Refusal``."""
    if moment is not None and not clock.now() < moment <= clock.now() + LONGEST_WAIT:
        words = _("It starts at a time to come, within %(days)s days; it is %(now)s now.")
        told = {"days": LONGEST_WAIT.days, "now": in_words(clock.now())}
        raise _impossible("starts_at", words % told)


@transaction.atomic
def set_start(*, campaign: Campaign, by: User, starts_at: datetime | None) -> None:
    """Let the war start by itself at a time, or at none. Raises ``Refusal``."""
    locked_draft(campaign, by)
    check_start(starts_at)
    Gathering.objects.filter(campaign=campaign).update(starts_at=starts_at, tried_at=None, wrong="")


@transaction.atomic
def fill_tonight(*, campaign: Campaign, by: User, level: str = "", most: int | None = None) -> int:
    """Give empty seats to bots now; gives how many. Whoever comes later takes over from one of them."""
    found = Gathering.objects.get(campaign=campaign)
    level = level or found.bot_level
    filled = fill_with_bots(campaign=campaign, by=by, level=level, most=most)
    Gathering.objects.filter(pk=found.pk).update(bot_level=level, tried_at=None, wrong="")
    return filled


@transaction.atomic
def start_tonight(*, campaign: Campaign, by: User, fill: str = "bots", level: str = "") -> Turn:
    """Start the war with those who are in. Raises ``Refusal``: as the start does, ``alone``.

    ``fill`` says what becomes of empty seats: ``bots``, of ``level``, or ``fewer``: they are taken away.
    """
    check_choice("fill", fill, FILLS)
    if fill == "fewer":
        _take_away(campaign, by)
    elif empty_seats(campaign).exists():
        fill_tonight(campaign=campaign, by=by, level=level)
    arm_waiting(campaign)
    return start_campaign(campaign=campaign, by=by)


def arm_waiting(campaign: Campaign) -> None:
    """Give those who are still choosing an army one that may be played: nobody is waited for."""
    played = ArmyPick.objects.filter(seat__campaign=campaign, seat__status=SeatStatus.PLAYER)
    for pick in played.exclude(state=PickState.APPROVED).select_related("seat"):
        arm(campaign, pick.seat)


def _take_away(campaign: Campaign, by: User) -> None:
    """Take the empty seats away; the war that suits so many is drawn instead, if the present one does not."""
    draft = locked_draft(campaign, by)
    empty = empty_seats(campaign)
    left = Seat.objects.filter(campaign=campaign).exclude(pk__in=empty.values("pk")).count()
    if left < PLAYERS[0]:
        raise Refusal(
            _("A war needs two: wait for somebody, or let bots play the empty seats."),
            code="alone",
            field="fill",
        )
    if not empty.exists():
        return
    Seat.objects.filter(pk__in=list(empty.values_list("pk", flat=True))).delete()
    gathering, template = Gathering.objects.get(campaign=campaign), TEMPLATE.get(draft.template)
    pace = PACE[gathering.pace]
    if template is None or why_not(template, pace, left):
        template = war_for(gathering.pace, left)
    variables = draft.campaign.settings
    building.use_template(campaign=campaign, by=by, key=template.key)
    building.save_settings(campaign=campaign, by=by, changes=variables)


def is_gathering(campaign: Campaign) -> bool:
    """Whether the campaign is a war for tonight that has not started."""
    building_now = campaign.status == CampaignStatus.BUILDING
    return building_now and Gathering.objects.filter(campaign=campaign).exists()


def _link_days(wish: Wish) -> int:
    """How long the link works: until some days after the start, for those who come late."""
    if wish.starts_at is None:
        return LINK_DAYS
    return LINK_DAYS + (wish.starts_at - clock.now()).days


def _name(template: str, by: User) -> str:
    """What a war is called that nobody has named: the war's name and the day."""
    day = date_format(timezone.localtime(clock.now()), "j M")
    return _("%(war)s, %(day)s") % {"war": TEMPLATE[template].name, "day": day}


def _impossible(field: str, message: str) -> Refusal:
    return Refusal(message, code="impossible", field=field)
