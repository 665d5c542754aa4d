"""The answers about disputes that are no pages: the list, and what has been ruled on."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.base.answers import called
from campaign.desk.disputes.selectors import Dispute
from campaign.web.api.paging import ListPart


@dataclass(frozen=True, slots=True)
class Disputes(ListPart):
    """The battles in dispute."""

    items: tuple[Dispute, ...]


@called("SettledBattle")
@dataclass(frozen=True, slots=True)
class Settled:
    """The battle that has been ruled on."""

    id: str
