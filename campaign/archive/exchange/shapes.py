"""Campaigns as files, as programs read of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from campaign.base.answers import one_of, shaped
from campaign.models import TransferState


@dataclass(frozen=True, slots=True)
class TakenIn:
    """A campaign that has been taken in."""

    id: str
    name: str
    status: Annotated[str, "``paused``: to be resumed at the desk; ``building``: to be built on; ``ended``."]


@dataclass(frozen=True, slots=True)
class Transfer:
    """A campaign's file on its way."""

    state: Annotated[
        str,
        one_of(TransferState),
        "Ask again while it waits or runs. ``refused``: error says why; ``failed``: the site.",
    ]
    name: Annotated[str, "What the file is called."]
    size: Annotated[int, "Its bytes; 0 while it is not made."]
    asked_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    expires_at: Annotated[datetime, "Then this, and the file, are deleted."]
    error: Annotated[str | None, "What is wrong: with a file that was sent its place and what is allowed."]


@dataclass(frozen=True, slots=True)
class Export(Transfer):
    """A campaign's file that is made or has been."""

    ask: Annotated[str, "Where to ask how far it is.", shaped(format="uri")]
    file: Annotated[str | None, "Where to fetch it, once it is ``done``.", shaped(format="uri")]


@dataclass(frozen=True, slots=True)
class Import(Transfer):
    """A campaign's file that was sent and is taken in."""

    id: str
    ask: Annotated[str, "Where to ask how far it is.", shaped(format="uri")]
    campaign: Annotated[TakenIn | None, "What has arrived, once it is ``done``."]
