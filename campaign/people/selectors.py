"""Who takes part in a campaign, as those see it who run it: seats, armies handed in, roles, invitations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from campaign.access.acquaintance import known_people
from campaign.access.bot_words import bot_words
from campaign.access.membership import facilitates
from campaign.base.answers import PAGE, Named, called, one_of
from campaign.base.dates.clock import now
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.open_vision import asked_of, lacks_consent
from campaign.base.words.setting_words import vision_words
from campaign.models import (
    BotCharacter,
    BotLevel,
    Campaign,
    CampaignStatus,
    Deputy,
    PickState,
    Role,
    RoleKind,
    Seat,
    SeatStatus,
    User,
)
from campaign.notices.webhooks.selectors import StoppedHook, stopped_hooks
from campaign.people.army.selectors import PickPage, pick_page, picks_of
from campaign.people.invitations.selectors import InvitationRow, invitations_of
from campaign.people.reliability.selectors import Reliability, reliability_of
from campaign.people.texts.selectors import Agreement, HouseText, agreed_by, agreements_of, to_agree_to


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat with who holds it; ``pick`` is what its player has handed in or is choosing."""

    id: Annotated[str, PAGE]
    number: Annotated[int, Named("seat")]
    army: str
    status: Annotated[str, one_of(SeatStatus)]
    player: str
    deputy: str
    missed: int
    pick: PickPage | None
    agreed: Annotated[int | None, "The version of the participation text that its player agreed to."] = None
    agreed_at: datetime | None = None
    to_agree: Annotated[bool, "Whether its player is asked to agree anew."] = False
    vision_asked: Annotated[bool, "Whether its player has still to agree to what all may see."] = False
    bot: Annotated[str, PAGE] = ""
    """How the bot plays it, in words; empty unless the bot plays it."""
    bot_level: Annotated[str, one_of(BotLevel), "How well the bot plays it, whenever it does."] = ""
    bot_character: Annotated[
        str, one_of(BotCharacter), "What the bot likes to do in it, whenever it plays."
    ] = ""
    reliability: Annotated[Reliability | None, "Counts of its player's ended wars."] = None

    @property
    def free(self) -> bool:
        """Whether somebody may be invited to it."""
        return not self.player

    @property
    def waits(self) -> bool:
        """Whether an army waits for approval here."""
        return self.pick is not None and self.pick.state == PickState.SUBMITTED


@dataclass(frozen=True, slots=True)
class RoleRow:
    """Somebody with a role and no seat."""

    id: Annotated[str, Named("person")]
    name: str
    kind: Annotated[str, one_of(RoleKind)]
    label: Annotated[str, PAGE]
    you: bool


@called("People")
@dataclass(frozen=True, slots=True)
class PeoplePage:
    """The people of a campaign, for those who may invite."""

    building: Annotated[bool, PAGE]
    ended: Annotated[bool, PAGE]
    facilitator: Annotated[bool, PAGE]
    blind: Annotated[bool, PAGE]
    seats: tuple[SeatRow, ...]
    roles: tuple[RoleRow, ...]
    invitations: tuple[InvitationRow, ...]
    known: Annotated[tuple[str, ...], PAGE]
    stopped: Annotated[tuple[StoppedHook, ...], "Webhooks whose makers have left: make your own."] = ()

    @property
    def waiting(self) -> tuple[SeatRow, ...]:
        """The seats whose army waits for approval."""
        return tuple(row for row in self.seats if row.waits)

    @property
    def free(self) -> tuple[SeatRow, ...]:
        """The seats that nobody holds."""
        return tuple(row for row in self.seats if row.free)

    @property
    def may_fill(self) -> bool:
        """Whether the viewer may give empty seats to bots: before the war a playing facilitator may, too."""
        return self.building or (self.facilitator and not self.ended)

    @property
    def nobodys(self) -> int:
        """How many seats nobody holds, not even a bot."""
        return sum(row.status != SeatStatus.BOT for row in self.free)


def people_page(campaign: Campaign, user: User) -> PeoplePage:
    """The people of a campaign for somebody who may invite."""
    roles = Role.objects.filter(campaign=campaign).select_related("user").order_by("kind", "id")
    runs = facilitates(user, campaign)
    return PeoplePage(
        building=campaign.status == CampaignStatus.BUILDING,
        ended=campaign.status == CampaignStatus.ENDED,
        facilitator=runs,
        blind=campaign.blind,
        seats=seat_rows(campaign, picks=runs),
        roles=tuple(
            RoleRow(
                role.user.public_id, role.user.name, role.kind, role.get_kind_display(), role.user == user
            )
            for role in roles
        ),
        invitations=invitations_of(campaign, user),
        known=tuple(known_people(user).values_list("name", flat=True)[:200]),
        stopped=stopped_hooks(campaign),
    )


def seat_rows(campaign: Campaign, *, picks: bool) -> tuple[SeatRow, ...]:
    """The seats by number; with ``picks`` also what their players choose."""
    seats = list(campaign.seats.select_related("user").order_by("number"))
    moment = now()
    deputies = Deputy.objects.filter(seat__campaign=campaign, since__lte=moment).select_related("user")
    acting = {one.seat_id: one.user.name for one in deputies if one.until is None or one.until > moment}
    found = picks_of(campaign) if picks else {}
    variables, consents = Variables.of(campaign), agreed_by(campaign)
    counts = reliability_of({seat.user_id for seat in seats if seat.user_id is not None})
    rows = []
    for seat in seats:
        seat.campaign = campaign
        pick = found.get(seat.pk)
        agreed, agreed_at = consents.get(seat.user_id or 0, (None, None))
        rows.append(
            SeatRow(
                id=seat.public_id,
                number=seat.number,
                army=seat.army,
                status=seat.status,
                player=seat.user.name if seat.user is not None else "",
                deputy=acting.get(seat.pk, ""),
                missed=seat.missed_in_a_row,
                pick=pick_page(seat, pick, variables) if pick is not None and seat.user is not None else None,
                agreed=agreed,
                agreed_at=agreed_at,
                to_agree=seat.to_agree,
                vision_asked=lacks_consent(campaign, seat),
                bot=bot_words(seat),
                bot_level=seat.bot_level,
                bot_character=seat.bot_character,
                reliability=counts.get(seat.user_id or 0),
            )
        )
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class DeputyRow:
    """A deputy of one's seat: acting, still to come, or past."""

    id: Annotated[str, Named("person")]
    name: str
    since: datetime
    until: datetime | None
    state: Annotated[str, one_of(("acting", "coming", "past"))]


@dataclass(frozen=True, slots=True)
class SeatPage:
    """One's own seat: who acts in it, and what can be done about that."""

    number: int
    army: str
    status: str
    bot: str
    """How the bot plays it, in words; empty unless the bot plays it."""

    bot_level: str
    bot_character: str
    deputy_here: bool
    player: str
    """The name of the seat's player."""

    out: bool
    deputies: tuple[DeputyRow, ...]
    known: tuple[str, ...]
    building: bool
    ended: bool
    automatic: bool
    agreements: tuple[Agreement, ...]
    agree: HouseText | None
    """What its player is asked to agree to anew; None while nothing is."""

    vision: str
    """What all shall see of the war, in words, while its player is asked to agree; else empty."""

    vision_asked: str
    """The same as it is agreed to."""


def seat_page(seat: Seat, user: User) -> SeatPage:
    """The page of a seat for its player, or for a deputy who acts in it."""
    moment = now()
    rows = []
    for one in Deputy.objects.filter(seat=seat).select_related("user").order_by("since", "id"):
        past = one.until is not None and one.until <= moment
        state = "past" if past else ("coming" if one.since > moment else "acting")
        rows.append(DeputyRow(one.user.public_id, one.user.name, one.since, one.until, state))
    campaign = seat.campaign
    variables = Variables.of(campaign)
    asked = seat.user_id == user.pk and lacks_consent(campaign, seat)
    return SeatPage(
        number=seat.number,
        army=seat.army,
        status=seat.status,
        bot=bot_words(seat),
        bot_level=seat.bot_level,
        bot_character=seat.bot_character,
        deputy_here=seat.user_id != user.pk,
        player=seat.user.name if seat.user is not None else "",
        out=campaign.status != CampaignStatus.BUILDING and not seat.banners.filter(alive=True).exists(),
        deputies=tuple(rows),
        known=tuple(known_people(user).values_list("name", flat=True)[:200]),
        building=campaign.status == CampaignStatus.BUILDING,
        ended=campaign.status == CampaignStatus.ENDED,
        automatic=campaign.automatic,
        agreements=agreements_of(user, campaign) if seat.user_id == user.pk else (),
        agree=to_agree_to(campaign) if seat.to_agree and seat.user_id == user.pk else None,
        vision=vision_words(variables) if asked else "",
        vision_asked=asked_of(variables) if asked else "",
    )


def is_played(status: str) -> bool:
    """Whether a person plays the seat."""
    return status == SeatStatus.PLAYER


def runs_something(user: User) -> bool:
    """Whether the user facilitates any campaign."""
    return Role.objects.filter(user=user, kind=RoleKind.FACILITATOR).exists()


def left_behind(user: User) -> tuple[Campaign, ...]:
    """The campaigns that have not ended and that nobody but the user facilitates."""
    mine = Role.objects.filter(user=user, kind=RoleKind.FACILITATOR).values("campaign")
    others = Role.objects.filter(kind=RoleKind.FACILITATOR).exclude(user=user).values("campaign")
    found = Campaign.objects.filter(pk__in=mine).exclude(pk__in=others).exclude(status=CampaignStatus.ENDED)
    return tuple(found.order_by("id"))
