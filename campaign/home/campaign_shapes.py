"""The lists of what is public of a campaign."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.access.public_facts import Bond, CampaignLine, TurnFacts
from campaign.archive.dice.services import DiceLog
from campaign.web.api.paging import ListPart


@dataclass(frozen=True, slots=True)
class Turns(ListPart):
    """A campaign's turns, the latest first; turn 0 is the deployment."""

    items: tuple[TurnFacts, ...]


@dataclass(frozen=True, slots=True)
class Campaigns(ListPart):
    """The campaigns in which you take part, the newest first."""

    items: tuple[CampaignLine, ...]


@dataclass(frozen=True, slots=True)
class Commitments:
    """What binds a campaign's dice (Rules 4), the present commitment first; none before its start."""

    items: tuple[Bond, ...]


@dataclass(frozen=True, slots=True)
class DiceLogs:
    """All logs of a campaign."""

    items: tuple[DiceLog, ...]
