"""A campaign from an exchange file: checked line by line, taken in whole or not at all."""

from __future__ import annotations

import hashlib
import io
import json
import time
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import DatabaseError, models, transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from campaign import clock, exchange, seeds
from campaign.exchange import Table
from campaign.models import (
    Campaign,
    CampaignStatus,
    Member,
    Phase,
    Role,
    RoleKind,
    Seat,
    SeatStatus,
    Thread,
    ThreadKind,
    Turn,
    User,
)
from campaign.rowdata import RowError, exported, read_row
from campaign.schedule import Schedule
from campaign.services import pictures
from campaign.services.errors import Refusal
from campaign.services.exchange_check import check_board, check_draft, check_movement, check_thrown
from campaign.services.exchange_ids import fresh_ids
from campaign.services.exchange_out import picture_mark
from campaign.services.insights import keep_truth
from campaign.variables import Variables

LONGEST = timedelta(minutes=5)
"""How long reading a file may take; the greatest wars that have been played take seconds."""
_LONGEST_CHAIN = 100_000
_STEPS = f"{exchange.CAMPAIGN}, row 1"

Made = dict[str, dict[int, models.Model]]


@dataclass(frozen=True, slots=True)
class _File:
    """What a file holds: its texts by name, and its pictures by their SHA-256."""

    texts: dict[str, str]
    pictures: dict[str, bytes]


class _FileError(ValueError):
    """What is wrong with the file, and where."""


def import_campaign(*, file: bytes, by: User) -> Campaign:
    """Store the campaign of an exchange file, with ``by`` as its facilitator and its seats open.

    A running one is paused, whatever its phase, and committed to a new chain of seeds from its present turn
    on; dice that have been seen stay as they fell. Raises ``Refusal`` with code ``exchange``, naming the
    file, the row and the field at fault; nothing is stored.
    """
    try:
        found = _unpacked(file)
        manifest = _manifest(found.texts[exchange.MANIFEST])
        with transaction.atomic():
            return _taken_in(_File(fresh_ids(found.texts), found.pictures), manifest, by)
    except _FileError as error:
        raise Refusal(str(error), code="exchange", field="file") from error


# The zip


def _unpacked(file: bytes) -> _File:
    if len(file) > exchange.MOST_BYTES:
        most = exchange.MOST_BYTES // 1024**2
        raise _FileError(_("The file is larger than %(most)d MB.") % {"most": most})
    try:
        with zipfile.ZipFile(io.BytesIO(file)) as archive:
            sizes = {info.filename: info.file_size for info in archive.infolist()}
            if exchange.MANIFEST not in sizes:
                raise _FileError(
                    _("%(name)s is missing: this is no campaign's file.") % {"name": exchange.MANIFEST}
                )
            manifest = _manifest(archive.read(exchange.MANIFEST).decode("utf-8"))
            names = exchange.files_of(manifest["version"])
            missing = [name for name in names if name not in sizes]
            if missing:
                raise _FileError(_("%(name)s is missing: this is no campaign's file.") % {"name": missing[0]})
            if sum(sizes.values()) > exchange.MOST_UNPACKED:
                raise _FileError(_("The file would be too large when unpacked."))
            texts = {name: archive.read(name).decode("utf-8") for name in names}
            shown = [name for name in sizes if name.startswith(exchange.PICTURES)]
            return _File(texts, {hashlib.sha256(data).hexdigest(): data for data in map(archive.read, shown)})
    except _FileError:
        raise
    except (zipfile.BadZipFile, ValueError, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise _FileError(_("This is no zip file, or it is broken (%(why)s).") % {"why": error}) from error


def _manifest(text: str) -> Mapping[str, Any]:
    try:
        manifest = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _FileError(f"{exchange.MANIFEST}: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != exchange.FORMAT:
        raise _FileError(_("manifest.json: format must be %(format)s.") % {"format": exchange.FORMAT})
    if manifest.get("version") not in range(exchange.OLDEST, exchange.VERSION + 1):
        raise _FileError(
            _("manifest.json: version %(found)s cannot be read here; this site reads %(oldest)s to %(own)s.")
            % {"found": manifest.get("version"), "oldest": exchange.OLDEST, "own": exchange.VERSION}
        )
    return manifest


# The rows


def _taken_in(file: _File, manifest: Mapping[str, Any], by: User) -> Campaign:
    until = time.monotonic() + LONGEST.total_seconds()
    facts = next(iter(_lines(file.texts[exchange.CAMPAIGN])), "")
    campaign = _row(Table(Campaign, leave_out=exchange.SECRETS), facts, _STEPS, 1, file, {}, None)
    assert isinstance(campaign, Campaign)
    _check_campaign(campaign)
    _save(campaign, _STEPS)
    made: Made = {}
    for table in exchange.TABLES:
        rows = made[table.label] = {}
        for number, line in enumerate(_lines(file.texts.get(table.file, "")), start=1):
            place = _place(table.file, number)
            if time.monotonic() > until:
                message = _("%(place)s: a campaign that is not read in %(most)d minutes is too large.")
                raise _FileError(message % {"place": place, "most": LONGEST.total_seconds() // 60})
            row = _row(table, line, place, number, file, made, campaign)
            _save(row, place)
            rows[number] = row
    _settle(campaign, manifest, made, by)
    return campaign


def _lines(text: str) -> list[str]:
    """The lines of a file; a text in them may hold other separators of lines."""
    return text.removesuffix("\n").split("\n") if text else []


def _place(name: str, number: int) -> str:
    return _("%(file)s, row %(number)d") % {"file": name, "number": number}


def _row(
    table: Table, line: str, place: str, number: int, file: _File, made: Made, campaign: Campaign | None
) -> models.Model:
    try:
        written = json.loads(line)
        if isinstance(written, dict):
            for field in table.pictures:
                if field in written:
                    written |= _picture(field, written, file.pictures)
        row = read_row(table.model, written, number, made, table.leave_out)
        if campaign is not None and hasattr(row, "campaign_id"):
            row.campaign_id = campaign.pk
        if table.arrive is not None:
            table.arrive(row)
        return row
    except (ValueError, RecursionError) as error:
        raise _FileError(f"{place}: {error}.") from error


def _picture(field: str, written: Mapping[str, Any], found: Mapping[str, bytes]) -> dict[str, Any]:
    """The fields of a picture: as it is if this site has made it, else made anew, as every upload is."""
    said = written[field]
    if said is None:
        return {}
    digest = said.get("sha256") if isinstance(said, dict) else None
    data = found.get(str(digest))
    if data is None:
        raise RowError(field, _("there is no such picture in the file"))
    if constant_time_compare(str(said.get("mark")), picture_mark(data)):
        return {field: data.hex()}
    try:
        made = pictures.encode(data, field=field)
    except Refusal as refusal:
        raise RowError(field, refusal.message) from refusal
    sides = {"width": made.width, "height": made.height, "media_type": "image/jpeg"}
    return {field: made.data.hex(), **{key: value for key, value in sides.items() if key in written}}


def _save(row: models.Model, place: str) -> None:
    """Store a row with all its values, also those that a new row would be given."""
    fields = exported(type(row))
    own = [
        field
        for field in fields
        if getattr(field, "auto_now_add", False) or getattr(field, "auto_now", False)
    ]
    kept = {field.name: getattr(row, field.name) for field in own}
    try:
        row.save(force_insert=True)
    except (ValueError, DatabaseError) as error:
        raise _FileError(f"{place}: {error}.") from error
    if kept:
        type(row)._default_manager.filter(pk=row.pk).update(**kept)
        for name, value in kept.items():
            setattr(row, name, value)


# The campaign as a whole


def _check_campaign(campaign: Campaign) -> None:
    try:
        Variables.of(campaign)
        Schedule.of(campaign)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise _FileError(
            _("%(steps)s: settings or schedule: %(error)s.") % {"steps": _STEPS, "error": error}
        ) from error
    _checked(check_thrown, campaign.thrown)


def _checked(check: Callable[..., None], *given: object) -> None:
    try:
        check(*given)
    except ValueError as error:
        raise _FileError(str(error)) from error


def _settle(campaign: Campaign, manifest: Mapping[str, Any], made: Made, by: User) -> None:
    """Give the campaign its facilitator, its dice and its state here; check that the engine can read it."""
    champion = made[Seat._meta.label].get(manifest.get("champion") or 0)
    if isinstance(champion, Seat):
        campaign.champion = champion
    Seat.objects.filter(campaign=campaign, status=SeatStatus.PLAYER).update(status=SeatStatus.OPEN)
    _join_groups(made, by)
    Role.objects.create(campaign=campaign, user=by, kind=RoleKind.FACILITATOR)
    keep_truth(campaign, by)
    if campaign.status == CampaignStatus.BUILDING:
        _checked(check_draft, campaign)
        return
    last = Turn.objects.filter(campaign=campaign).order_by("-number").first()
    if last is None:
        raise _FileError(_("turn.jsonl: a campaign has at least one turn."))
    if campaign.status == CampaignStatus.ENDED:
        _bind_old(campaign, manifest)
    else:
        if last.phase == Phase.PUBLISHED:
            raise _FileError(_("turn.jsonl: a campaign that has not ended has a turn that is not published."))
        seeds.bind(campaign, seeds.make_chain(last.number))
        campaign.status = CampaignStatus.PAUSED
        campaign.paused_at = campaign.paused_at or clock.now()
        campaign.pause_reason = campaign.pause_reason or _(
            "Taken in from a file; resume it when its players are here."
        )
    campaign.save()
    _checked(check_board, campaign, last.number)
    _checked(check_movement, campaign, last)


def _join_groups(made: Made, by: User) -> None:
    """The groups in the file are those of the person who took it out: whoever takes it in reads on there."""
    for thread in made[Thread._meta.label].values():
        if isinstance(thread, Thread) and thread.kind == ThreadKind.GROUP:
            Member.objects.create(thread=thread, user=by)


def _bind_old(campaign: Campaign, manifest: Mapping[str, Any]) -> None:
    """Seal the seeds that a finished campaign has shown, so that its dice verify here too."""
    chains = manifest.get("chains")
    try:
        for one in reversed(chains if isinstance(chains, list) else []):
            first, length = int(one["first"]), int(one["length"])
            if not 1 <= length <= _LONGEST_CHAIN:
                raise _FileError(
                    _("manifest.json: chains: length must be from 1 to %(most)d.") % {"most": _LONGEST_CHAIN}
                )
            chain = seeds.make_chain(first, length=length, last_seed=bytes.fromhex(one["last_seed"]))
            if chain.commitment != one["commitment"]:
                raise _FileError(_("manifest.json: the seeds do not fit the commitment."))
            seeds.bind(campaign, chain)
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, _FileError):
            raise
        raise _FileError(_("manifest.json: chains: %(error)s.") % {"error": repr(error)}) from error
