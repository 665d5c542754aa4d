"""The cards of a person's first page, and its pages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from campaign.base.answers import PAGE, Named, answered_after, called
from campaign.base.strip import Strip
from campaign.home.todo_items import Errand
from campaign.models import CampaignStatus, Phase, PickState, PlanState

CARDS = 30
"""Cards of each kind on one page: somebody may run a thousand campaigns."""


@dataclass(frozen=True, slots=True)
class Place:
    """A campaign of mine, and where it stands."""

    campaign_id: str
    campaign: Annotated[str, "Its name."]
    status: str
    turn: Annotated[int | None, "Null before the start and after the end."]
    phase: str
    due: Annotated[datetime | None, "When the phase ends."]
    new_report: Annotated[int | None, "The turn of a report you have not read."] = None
    champion: str = ""
    drawing: Annotated[bool, PAGE] = False
    reason: Annotated[str, PAGE] = ""
    """Why the campaign is paused or its review is held: all may read it."""
    disputes: Annotated[int, PAGE] = 0
    """Battles on which the person is to rule as its arbiter."""

    @property
    def running(self) -> bool:
        """Whether its clock runs."""
        return self.status == CampaignStatus.RUNNING


@called("HomeOffer")
@dataclass(frozen=True, slots=True)
class OpenOffer:
    """Peace that another army offers to mine."""

    number: Annotated[int, Named("seat"), "The other army's seat."]
    army: str
    until: Annotated[int, "The last turn that it would cover."]


@called("HomeAim")
@dataclass(frozen=True, slots=True)
class LeadAim:
    """The first of my primary victory conditions that is not met, as far as I know."""

    text: str
    told: Annotated[str, "How far it is, in words; not known where I cannot know."]
    done: Annotated[int | None, "How much of it; null where that is not known."]
    wanted: int | None
    met: Annotated[int, "How many of the primary ones are met."]
    primary: Annotated[int, "How many there are."]

    @property
    def counts(self) -> bool:
        """Whether a bar says more than the words."""
        return self.done is not None and (self.wanted or 0) > 1

    @classmethod
    def of(cls, strip: Strip) -> LeadAim | None:
        """The lead of a seat's aims; None without any."""
        lead = strip.lead
        if lead is None:
            return None
        told = lead.words.told or lead.words.standing
        done, wanted = lead.progress.done, lead.progress.wanted
        return cls(lead.words.text, told, done, wanted, strip.met, strip.primary)


@called("HomeSeat")
@dataclass(frozen=True, slots=True)
class SeatCard:
    """A seat in which I act."""

    place: Place
    army: str
    number: int
    deputy: bool
    plan: Annotated[str, "Of this turn: nothing, draft, submitted."]
    excused: bool
    idle: Annotated[tuple[str, ...], "Names of banners for which the plan says nothing."]
    to_report: Annotated[int, "Battles of which nobody has told the result."]
    to_confirm: Annotated[int, "Battles whose result waits for your word."]
    disputed: int
    errands: tuple[Errand, ...] = ()
    to_agree: Annotated[bool, "Whether you are asked to agree anew to what taking part asks for."] = False
    aim: Annotated[LeadAim | None, "What you fight for first, while the war runs."] = None
    gathers: Annotated[bool, "Whether its people come together for tonight."] = False
    offers: Annotated[tuple[OpenOffer, ...], "Peace that you are offered, and have not answered."] = ()
    pick: Annotated[str, PAGE] = ""
    """Where the choice of the army stands while the campaign is built."""

    @answered_after("place")
    def wanted(self) -> bool:
        """Whether something is wanted of you now."""
        planning = self.place.phase == Phase.PLANNING and not self.excused
        open_plan = planning and (self.plan == PlanState.NOTHING or bool(self.idle))
        battles = self.to_report + self.to_confirm + self.disputed + len(self.errands) + len(self.offers)
        asked = self.to_agree or self.pick == PickState.RETURNED
        return asked or (self.place.running and (open_plan or battles > 0))


@called("HomeStandIn")
@dataclass(frozen=True, slots=True)
class StandInCard:
    """A battle that I fight for somebody else."""

    place: Place
    wanted: Annotated[bool, "Whether something is wanted of you now."]
    army: str
    number: int
    enemy: str
    battle_id: Annotated[str, "Empty: a bot's next battle."]
    token: Annotated[str, PAGE]
    """That of the link by which the place was taken."""
    errands: tuple[Errand, ...] = ()


@called("HomeDesk")
@dataclass(frozen=True, slots=True)
class DeskCard:
    """A campaign that I run."""

    place: Place
    missing: Annotated[int, "Plans that are missing."]
    open_battles: int
    disputes: int
    claims: Annotated[int, "Forfeit claims to decide."]
    held: bool
    armies: Annotated[int, PAGE] = 0
    """Armies to approve."""
    flags: Annotated[int, PAGE] = 0
    """What players have flagged, and nobody has settled."""

    @answered_after("place")
    def wanted(self) -> bool:
        """Whether something is wanted of you now."""
        review = self.place.phase in (Phase.MOVEMENT_REVIEW, Phase.AFTERMATH_REVIEW)
        asked = self.disputes + self.claims + self.armies + self.flags
        return self.place.status == CampaignStatus.ON_HOLD or review or asked > 0


@dataclass(frozen=True, slots=True)
class HomeInvitation:
    """An invitation that was mailed to me."""

    campaign: str
    kind: str
    token: Annotated[str, "For ``invitations/{token}/``."]
    until: datetime


@dataclass(frozen=True, slots=True)
class Home:
    """What needs me, by when; of each part what is wanted first, the nearest date first."""

    invitations: tuple[HomeInvitation, ...]
    seats: tuple[SeatCard, ...]
    stands: tuple[StandInCard, ...]
    desks: tuple[DeskCard, ...]
    watched: tuple[Place, ...]
    judged: Annotated[frozenset[str], PAGE] = frozenset()
    """The campaigns among the watched in which the person is an arbiter."""
    number: Annotated[int, Named("page")] = 1
    pages: Annotated[int, "How many pages there are: each has 30 of each part."] = 1


def page_of(whole: Home, number: int) -> Home:
    """One page of all cards: so many of each kind, what is wanted on the first ones."""
    most = max(len(whole.seats), len(whole.desks), len(whole.watched), len(whole.stands))
    pages = max(1, -(-most // CARDS))
    number = min(max(1, number), pages)
    part = slice((number - 1) * CARDS, number * CARDS)
    return replace(
        whole,
        seats=whole.seats[part],
        desks=whole.desks[part],
        watched=whole.watched[part],
        stands=whole.stands[part],
        number=number,
        pages=pages,
    )
